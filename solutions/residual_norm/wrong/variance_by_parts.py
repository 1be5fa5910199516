"""Adds the two variances, as if the two were uncorrelated."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = x + sublayer_output
    centred = total - total.mean(axis=-1, keepdims=True)
    variance = x.var(-1, keepdims=True) + sublayer_output.var(-1, keepdims=True)
    normal = centred / np.sqrt(variance + eps)
    return gamma * normal + beta
