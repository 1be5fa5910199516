"""The larger of the two terms."""


def learning_rate(step, d_model, warmup_steps=4000):
    return d_model**-0.5 * max(step**-0.5, step * warmup_steps**-1.5)
