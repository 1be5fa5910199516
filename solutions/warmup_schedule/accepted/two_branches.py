"""A case distinction, and square roots for the powers."""

import math


def learning_rate(step, d_model, warmup_steps=4000):
    if step <= warmup_steps:
        rate = step / (warmup_steps * math.sqrt(warmup_steps))
    else:
        rate = 1 / math.sqrt(step)
    return rate / math.sqrt(d_model)
