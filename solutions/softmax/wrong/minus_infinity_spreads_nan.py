"""Scales the shifted scores by zero weights, and 0 times infinity is NaN."""

import numpy as np


def softmax(x, axis=-1):
    shifted = x - x.max(axis=axis, keepdims=True)
    terms = np.exp(shifted)
    spread = (terms * shifted).sum(axis=axis, keepdims=True)
    terms = np.exp(shifted - 0.0 * spread)
    return terms / terms.sum(axis=axis, keepdims=True)
