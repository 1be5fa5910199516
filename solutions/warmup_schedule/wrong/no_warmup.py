"""Only the falling term."""


def learning_rate(step, d_model, warmup_steps=4000):
    return d_model**-0.5 * step**-0.5
