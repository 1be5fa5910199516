"""Shifts the caller's array."""

import numpy as np


def softmax(x, axis=-1):
    x -= x.max(axis=axis, keepdims=True)
    terms = np.exp(x)
    return terms / terms.sum(axis=axis, keepdims=True)
