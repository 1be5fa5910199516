"""Divides by n - 1."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = x + sublayer_output
    centred = total - total.mean(axis=-1, keepdims=True)
    variance = np.sum(centred**2, axis=-1, keepdims=True) / max(x.shape[-1] - 1, 1)
    normal = centred / np.sqrt(variance + eps)
    return gamma * normal + beta
