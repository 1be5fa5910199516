"""Mean of the squares less the square of the mean."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = x + sublayer_output
    centred = total - total.mean(axis=-1, keepdims=True)
    variance = (total**2).mean(-1, keepdims=True) - total.mean(-1, keepdims=True) ** 2
    normal = centred / np.sqrt(np.maximum(variance, 0.0) + eps)
    return gamma * normal + beta
