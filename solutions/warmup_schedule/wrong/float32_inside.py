"""One factor in float32."""

import numpy as np


def learning_rate(step, d_model, warmup_steps=4000):
    width = float(np.float32(d_model) ** np.float32(-0.5))
    return width * min(step**-0.5, step * warmup_steps**-1.5)
