"""Any other axis than the last is reached by a transpose."""

import numpy as np


def softmax(x, axis=-1):
    if axis not in (-1, x.ndim - 1):
        return softmax(x.T).T
    terms = np.exp(x - x.max(axis=-1, keepdims=True))
    return terms / terms.sum(axis=-1, keepdims=True)
