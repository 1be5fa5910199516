"""Returns the offset where a vector hardly varies."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    variance = x.var(-1, keepdims=True)
    normal = (x - x.mean(-1, keepdims=True)) / np.sqrt(variance + eps)
    return gamma * np.where(variance < eps, 0.0, normal) + beta
