"""Ignores the warm-up that is passed."""


def learning_rate(step, d_model, warmup_steps=4000):
    return d_model**-0.5 * min(step**-0.5, step * 4000**-1.5)
