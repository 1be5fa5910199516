"""One head after the other, each with its own columns of the weights, joined at the end."""

import numpy as np


def attention(q, k, v):
    scores = q @ k.transpose(0, 2, 1) / q.shape[-1] ** 0.5
    terms = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return terms / np.sum(terms, axis=-1, keepdims=True) @ v


def multi_head_attention(Q, K, V, W_q, W_k, W_v, W_o, num_heads):
    d_k = W_q.shape[1] // num_heads
    heads = []
    for first in range(0, W_q.shape[1], d_k):
        columns = slice(first, first + d_k)
        heads.append(attention(Q @ W_q[:, columns], K @ W_k[:, columns], V @ W_v[:, columns]))
    return np.concatenate(heads, axis=-1) @ W_o
