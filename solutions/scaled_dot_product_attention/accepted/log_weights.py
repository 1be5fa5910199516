"""Logarithms of the weights by np.logaddexp, and their exponential."""

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = np.matmul(Q / np.sqrt(Q.shape[-1]), K.swapaxes(-2, -1))
    if mask is not None:
        scores = scores + np.where(mask, 0.0, -np.inf)
    total = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(total == -np.inf, 0.0, total))
    return np.matmul(weights, V), weights
