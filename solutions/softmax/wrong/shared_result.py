"""One buffer for all results of a shape."""

import numpy as np

_buffers = {}


def softmax(x, axis=-1):
    result = _buffers.setdefault(x.shape, np.empty(x.shape))
    terms = np.exp(x - x.max(axis=axis, keepdims=True))
    np.divide(terms, terms.sum(axis=axis, keepdims=True), out=result)
    return result
