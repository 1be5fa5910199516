"""Takes the median away."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    if x.size == 0:
        return x.copy()
    centred = x - np.median(x, axis=-1, keepdims=True)
    return gamma * centred / np.sqrt((centred**2).mean(-1, keepdims=True) + eps) + beta
