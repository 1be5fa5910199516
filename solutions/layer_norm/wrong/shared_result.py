"""One buffer for all results of a shape."""

import numpy as np

_buffers = {}


def layer_norm(x, gamma, beta, eps=1e-6):
    result = _buffers.setdefault(x.shape, np.empty(x.shape))
    normal = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    np.add(gamma * normal, beta, out=result)
    return result
