"""Returns an array of one entry."""

import numpy as np


def learning_rate(step, d_model, warmup_steps=4000):
    steps = np.array([step], dtype=float)
    return d_model**-0.5 * np.minimum(steps**-0.5, steps * warmup_steps**-1.5)
