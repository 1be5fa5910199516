"""All weight for the largest score."""

import numpy as np


def softmax(x, axis=-1):
    best = (x == x.max(axis=axis, keepdims=True)).astype(np.float64)
    return best / best.sum(axis=axis, keepdims=True)
