"""All leading axes in one, one pair of matrices after the other."""

import numpy as np


def attend(q, k, v, visible):
    scores = np.inner(q, k) / np.sqrt(q.shape[1])
    scores[~visible] = -np.inf
    some = visible.any(axis=1)
    weights = np.zeros(scores.shape)
    shifted = scores[some] - scores[some].max(axis=1)[:, None]
    weights[some] = np.exp(shifted) / np.exp(shifted).sum(axis=1)[:, None]
    return np.dot(weights, v), weights


def scaled_dot_product_attention(Q, K, V, mask=None):
    shape = (*Q.shape[:-1], K.shape[-2])
    visible = np.broadcast_to(True if mask is None else mask, shape)
    output, weights = np.zeros((*Q.shape[:-1], V.shape[-1])), np.zeros(shape)
    for batch in np.ndindex(Q.shape[:-2]):
        output[batch], weights[batch] = attend(Q[batch], K[batch], V[batch], visible[batch])
    return output, weights
