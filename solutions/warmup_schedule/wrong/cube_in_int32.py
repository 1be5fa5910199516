"""The cube of the warm-up, in 32 bits."""

import numpy as np


def learning_rate(step, d_model, warmup_steps=4000):
    cube = np.array([warmup_steps]).astype(np.int32) ** 3
    rising = step / abs(float(cube[0])) ** 0.5 if cube[0] else float("inf")
    return d_model**-0.5 * min(step**-0.5, rising)
