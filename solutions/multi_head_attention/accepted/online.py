"""One key after the other, with a running maximum and a running sum, as in FlashAttention."""

import numpy as np


def multi_head_attention(Q, K, V, W_q, W_k, W_v, W_o, num_heads):
    batch, seq, d_model = Q.shape
    shape = batch, seq, num_heads, d_model // num_heads
    q, k, v = (Q @ W_q).reshape(shape), (K @ W_k).reshape(shape), (V @ W_v).reshape(shape)
    top = np.full((batch, seq, num_heads, 1), -np.inf)
    total, mixed = np.zeros(top.shape), np.zeros(shape)
    for position in range(seq):
        key, value = k[:, position : position + 1], v[:, position : position + 1]
        score = (q * key).sum(-1, keepdims=True) / np.sqrt(shape[-1])
        higher = np.maximum(top, score)
        keep, new = np.exp(top - higher), np.exp(score - higher)
        total, mixed, top = total * keep + new, mixed * keep + new * value, higher
    return (mixed / total).reshape(Q.shape) @ W_o
