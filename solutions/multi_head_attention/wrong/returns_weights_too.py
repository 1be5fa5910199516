"""Returns a pair."""

import numpy as np


def multi_head_attention(Q, K, V, W_q, W_k, W_v, W_o, num_heads):
    batch, seq, d_model = Q.shape
    d_k = d_model // num_heads
    q = (Q @ W_q).reshape(batch, seq, num_heads, d_k).swapaxes(1, 2)
    k = (K @ W_k).reshape(batch, seq, num_heads, d_k).swapaxes(1, 2)
    v = (V @ W_v).reshape(batch, seq, num_heads, d_k).swapaxes(1, 2)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d_k)
    terms = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = terms / terms.sum(axis=-1, keepdims=True)
    heads = weights @ v
    return heads.swapaxes(1, 2).reshape(Q.shape) @ W_o, weights
