"""Scales the weights."""

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    highest = scores.max(axis=-1, keepdims=True)
    terms = np.exp(scores - np.where(np.isfinite(highest), highest, 0.0))
    total = terms.sum(axis=-1, keepdims=True)
    weights = terms / np.where(total > 0, total, 1.0)
    weights = weights / np.sqrt(Q.shape[-1])
    return weights @ V, weights
