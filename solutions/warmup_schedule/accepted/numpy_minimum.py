"""NumPy's powers and minimum; the result is NumPy's float64, which is a float."""

import numpy as np


def learning_rate(step, d_model, warmup_steps=4000):
    step, warmup = np.float64(step), np.float64(warmup_steps)
    return np.power(d_model, -0.5) * np.minimum(step**-0.5, step * warmup**-1.5)
