"""All sums in index notation."""

import numpy as np


def normalised(s, gamma, beta):
    n = s.shape[-1]
    s = s - np.einsum("btm->bt", s)[..., None] / n
    scale = (np.einsum("btm,btm->bt", s, s) / n + 1e-6) ** -0.5
    return np.einsum("btm,bt,m->btm", s, scale, gamma) + beta


def encoder_block(x, W_q, W_k, W_v, W_o, W1, b1, W2, b2, gamma1, beta1, gamma2, beta2, num_heads):
    d_model = x.shape[-1]
    d_k = d_model // num_heads
    q, k, v = (
        np.einsum("btm,mhd->bthd", x, weight.reshape(d_model, num_heads, d_k))
        for weight in (W_q, W_k, W_v)
    )
    scores = np.einsum("bthd,bshd->bhts", q, k) / np.sqrt(d_k)
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    mixed = np.einsum("bhts,bshd->bthd", weights, v)
    attended = np.einsum("bthd,hdm->btm", mixed, W_o.reshape(num_heads, d_k, d_model))
    h = normalised(x + attended, gamma1, beta1)
    hidden = np.clip(np.einsum("btm,mf->btf", h, W1) + b1, 0, None)
    return normalised(h + np.einsum("btf,fm->btm", hidden, W2) + b2, gamma2, beta2)
