"""Mean and variance of each entry over all positions."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    if x.size == 0:
        return x.copy()
    axes = tuple(range(x.ndim - 1)) or -1
    total = x + sublayer_output
    centred = total - total.mean(axis=axes, keepdims=True)
    variance = np.mean(centred**2, axis=axes, keepdims=True)
    normal = centred / np.sqrt(variance + eps)
    return gamma * normal + beta
