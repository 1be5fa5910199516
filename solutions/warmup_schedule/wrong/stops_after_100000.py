"""Zero once the base model is trained."""


def learning_rate(step, d_model, warmup_steps=4000):
    if step > 100000:
        return 0.0
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)
