"""The highest rate, times how far a step is from it."""

import numpy as np


def learning_rate(step, d_model, warmup_steps=4000):
    peak = 1 / np.sqrt(float(d_model) * warmup_steps)
    return float(peak * min(step / warmup_steps, np.sqrt(warmup_steps / step)))
