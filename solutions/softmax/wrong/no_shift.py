"""The formula as it stands: overflows."""

import numpy as np


def softmax(x, axis=-1):
    terms = np.exp(x)
    return terms / terms.sum(axis=axis, keepdims=True)
