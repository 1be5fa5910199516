"""Mean of the squares less the square of the mean: cancels far from zero."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    mean = x.mean(-1, keepdims=True)
    variance = np.maximum((x**2).mean(-1, keepdims=True) - mean**2, 0.0)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
