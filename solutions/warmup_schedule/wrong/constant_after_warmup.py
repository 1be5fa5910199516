"""Stays at the highest rate."""


def learning_rate(step, d_model, warmup_steps=4000):
    return d_model**-0.5 * min(step, warmup_steps) * warmup_steps**-1.5
