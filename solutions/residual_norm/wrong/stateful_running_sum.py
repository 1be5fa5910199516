"""Adds what the sublayer returned in earlier calls."""

import numpy as np

_earlier = {}


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    before = _earlier.get(x.shape, 0.0)
    _earlier[x.shape] = sublayer_output.copy()
    total = x + sublayer_output + before
    centred = total - total.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    normal = centred / np.sqrt(variance + eps)
    return gamma * normal + beta
