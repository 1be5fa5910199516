"""The product of matrices by np.dot."""

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = np.dot(Q, K.T) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    highest = scores.max(axis=-1, keepdims=True)
    terms = np.exp(scores - np.where(np.isfinite(highest), highest, 0.0))
    total = terms.sum(axis=-1, keepdims=True)
    weights = terms / np.where(total > 0, total, 1.0)
    return np.dot(weights, V), weights
