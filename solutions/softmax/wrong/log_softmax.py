"""The logarithm of the weights."""

import numpy as np


def softmax(x, axis=-1):
    return x - np.logaddexp.reduce(x, axis=axis, keepdims=True)
