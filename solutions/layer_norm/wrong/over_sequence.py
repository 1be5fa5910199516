"""Mean and variance over the last two axes."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    axes = (-2, -1) if x.ndim > 1 and x.shape[-2] else -1
    centred = x - x.mean(axes, keepdims=True)
    return gamma * centred / np.sqrt((centred**2).mean(axes, keepdims=True) + eps) + beta
