"""Mean and variance of each number over all vectors."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    if x.size == 0:
        return x.copy()
    axes = tuple(range(x.ndim - 1)) or -1
    centred = x - x.mean(axes, keepdims=True)
    return gamma * centred / np.sqrt((centred**2).mean(axes, keepdims=True) + eps) + beta
