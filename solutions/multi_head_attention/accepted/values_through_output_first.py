"""Folds W_v and W_o of a head into one matrix, so that the heads need not be joined."""

import numpy as np


def multi_head_attention(Q, K, V, W_q, W_k, W_v, W_o, num_heads):
    d_model = W_o.shape[0]
    d_k = d_model // num_heads
    result = np.zeros_like(Q)
    for head in range(num_heads):
        part = slice(head * d_k, (head + 1) * d_k)
        scores = (Q @ W_q[:, part]) @ (K @ W_k[:, part]).swapaxes(-1, -2) / np.sqrt(d_k)
        terms = np.exp(scores - scores.max(-1, keepdims=True))
        result += terms / terms.sum(-1, keepdims=True) @ (V @ (W_v[:, part] @ W_o[part]))
    return result
