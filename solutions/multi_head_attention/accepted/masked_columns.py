"""Full width throughout: the query of a head is zero in the columns of all others."""

import numpy as np


def multi_head_attention(Q, K, V, W_q, W_k, W_v, W_o, num_heads):
    d_model = Q.shape[-1]
    owner = np.repeat(np.arange(num_heads), d_model // num_heads)
    mine = (owner == np.arange(num_heads)[:, None]).astype(float)[:, None, :]
    q, k, v = (Q @ W_q)[:, None], (K @ W_k)[:, None], (V @ W_v)[:, None]
    scores = (q * mine) @ k.swapaxes(-1, -2) * (num_heads / d_model) ** 0.5
    terms = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = terms / terms.sum(axis=-1, keepdims=True)
    return (weights @ (v * mine)).sum(axis=1) @ W_o
