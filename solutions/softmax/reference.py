"""The softmax along an axis: what every submission is compared with."""

import numpy as np


def softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return exp(x) divided by its sum along axis, shifted so that nothing overflows."""
    exponentials = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)
