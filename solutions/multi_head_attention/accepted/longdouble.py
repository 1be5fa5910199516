"""More precision than asked for, rounded once at the end."""

import numpy as np


def multi_head_attention(Q, K, V, W_q, W_k, W_v, W_o, num_heads):
    batch, seq, d_model = Q.shape
    shape = batch, seq, num_heads, d_model // num_heads
    q, k, v = (
        (array.astype(np.longdouble) @ weight).reshape(shape).transpose(0, 2, 1, 3)
        for array, weight in ((Q, W_q), (K, W_k), (V, W_v))
    )
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(np.longdouble(shape[-1]))
    terms = np.exp(scores - scores.max(axis=-1, keepdims=True))
    mixed = terms / terms.sum(axis=-1, keepdims=True) @ v
    return (mixed.transpose(0, 2, 1, 3).reshape(Q.shape) @ W_o).astype(np.float64)
