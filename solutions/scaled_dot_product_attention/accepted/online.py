"""Key by key with a running maximum, sum and output, as FlashAttention does."""

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    shape = (*Q.shape[:-1], K.shape[-2])
    visible = np.broadcast_to(True if mask is None else mask, shape)
    top = np.full((*Q.shape[:-1], 1), -np.inf)
    total, output = np.zeros(top.shape), np.zeros((*Q.shape[:-1], V.shape[-1]))
    scores = np.full(shape, -np.inf)
    for j in range(K.shape[-2]):
        key, value = K[..., None, j, :], V[..., None, j, :]
        score = (Q * key).sum(axis=-1, keepdims=True) / np.sqrt(Q.shape[-1])
        score = np.where(visible[..., j, None], score, -np.inf)
        higher = np.maximum(top, score)
        level = np.where(np.isfinite(higher), higher, 0.0)
        shrink, term = np.exp(top - level), np.exp(score - level)
        total, output = total * shrink + term, output * shrink + term * value
        top, scores[..., j] = higher, score[..., 0]
    total = np.where(total > 0, total, 1.0)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0.0)) / total
    return output / total, weights
