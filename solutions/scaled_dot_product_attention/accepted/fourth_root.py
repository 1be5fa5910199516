"""Divides queries and keys by the fourth root each, and sums by a product with ones."""

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    root = np.sqrt(np.sqrt(np.float64(Q.shape[-1])))
    scores = np.swapaxes((K / root) @ np.swapaxes(Q / root, -1, -2), -1, -2)
    hidden = False if mask is None else ~mask
    highest = np.max(np.where(hidden, -np.inf, scores), axis=-1, keepdims=True)
    with np.errstate(over="ignore", invalid="ignore"):
        terms = np.where(hidden, 0.0, np.exp(scores - highest))
    with np.errstate(invalid="ignore"):
        weights = terms / (terms @ np.ones((K.shape[-2], 1)))
    weights = np.where(np.isneginf(highest), 0.0, weights)
    return weights @ V, weights
