"""The factor of 2 that the authors' program had by default."""


def learning_rate(step, d_model, warmup_steps=4000):
    return 2.0 * d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)
