"""All heads at once, with the axis of the heads named in index notation."""

import numpy as np


def multi_head_attention(Q, K, V, W_q, W_k, W_v, W_o, num_heads):
    d_model = W_q.shape[0]
    d_k = d_model // num_heads
    q = np.einsum("btm,mhd->bthd", Q, W_q.reshape(d_model, num_heads, d_k))
    k = np.einsum("bsm,mhd->bshd", K, W_k.reshape(d_model, num_heads, d_k))
    v = np.einsum("bsm,mhd->bshd", V, W_v.reshape(d_model, num_heads, d_k))
    scores = np.einsum("bthd,bshd->bhts", q, k) / np.sqrt(d_k)
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    mixed = np.einsum("bhts,bshd->bthd", weights, v)
    return np.einsum("bthd,hdm->btm", mixed, W_o.reshape(num_heads, d_k, d_model))
