"""Takes the maximum of everything once more, which an empty array has not."""

import numpy as np


def softmax(x, axis=-1):
    terms = np.exp(x - x.max(axis=axis, keepdims=True))
    weights = terms / terms.sum(axis=axis, keepdims=True)
    assert weights.max() <= 1
    return weights
