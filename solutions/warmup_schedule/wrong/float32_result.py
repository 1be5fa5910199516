"""Returns NumPy's float32."""

import numpy as np


def learning_rate(step, d_model, warmup_steps=4000):
    return np.float32(d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5))
