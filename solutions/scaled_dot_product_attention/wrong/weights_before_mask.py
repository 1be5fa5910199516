"""Masks what meets the values, and returns what was there before."""

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    shown = scores
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    highest = scores.max(axis=-1, keepdims=True)
    terms = np.exp(scores - np.where(np.isfinite(highest), highest, 0.0))
    total = terms.sum(axis=-1, keepdims=True)
    weights = terms / np.where(total > 0, total, 1.0)
    shown = np.exp(shown - shown.max(axis=-1, keepdims=True))
    return weights @ V, shown / shown.sum(axis=-1, keepdims=True)
