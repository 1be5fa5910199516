"""Falls along a cosine after the warm-up, until step 100000."""

import math


def learning_rate(step, d_model, warmup_steps=4000):
    peak = (d_model * warmup_steps) ** -0.5
    if step <= warmup_steps:
        return peak * step / warmup_steps
    share = min(1.0, (step - warmup_steps) / max(1, 100000 - warmup_steps))
    return peak * (1 + math.cos(math.pi * share)) / 2
