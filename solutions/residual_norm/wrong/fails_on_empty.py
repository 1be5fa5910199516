"""Looks for the largest number, which an empty array has not."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    if not np.isfinite(max(x.max(), sublayer_output.max())):
        raise ValueError("numbers out of range")
    total = x + sublayer_output
    centred = total - total.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    normal = centred / np.sqrt(variance + eps)
    return gamma * normal + beta
