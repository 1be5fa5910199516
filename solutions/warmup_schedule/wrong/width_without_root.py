"""Divides by the width itself."""


def learning_rate(step, d_model, warmup_steps=4000):
    return min(step**-0.5, step * warmup_steps**-1.5) / d_model
