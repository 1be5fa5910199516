"""Falls exponentially after the warm-up."""

import math


def learning_rate(step, d_model, warmup_steps=4000):
    peak = (d_model * warmup_steps) ** -0.5
    if step <= warmup_steps:
        return peak * step / warmup_steps
    return peak * math.exp(1 - step / warmup_steps)
