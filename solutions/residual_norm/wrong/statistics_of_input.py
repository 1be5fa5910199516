"""Mean and variance of the input, used for the sum."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = x + sublayer_output
    centred = total - x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    normal = centred / np.sqrt(variance + eps)
    return gamma * normal + beta
