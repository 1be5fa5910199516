"""Uses the last mask of the same shapes where none is given."""

import numpy as np

_masks = {}


def scaled_dot_product_attention(Q, K, V, mask=None):
    mask = _masks.setdefault((Q.shape, K.shape), mask) if mask is None else mask
    if mask is not None:
        _masks[Q.shape, K.shape] = mask.copy()
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    highest = scores.max(axis=-1, keepdims=True)
    terms = np.exp(scores - np.where(np.isfinite(highest), highest, 0.0))
    total = terms.sum(axis=-1, keepdims=True)
    weights = terms / np.where(total > 0, total, 1.0)
    return weights @ V, weights
