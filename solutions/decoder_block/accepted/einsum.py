"""All sums in index notation, masks as an addition of minus infinity."""

import numpy as np


def attended(x, y, W_q, W_k, W_v, W_o, num_heads, penalty):
    d_model = x.shape[-1]
    shape = d_model, num_heads, d_model // num_heads
    q = np.einsum("btm,mhd->bthd", x, W_q.reshape(shape))
    k = np.einsum("bsm,mhd->bshd", y, W_k.reshape(shape))
    v = np.einsum("bsm,mhd->bshd", y, W_v.reshape(shape))
    scores = np.einsum("bthd,bshd->bhts", q, k) / np.sqrt(shape[2]) + penalty
    total = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    shares = np.exp(scores - np.where(np.isneginf(total), 0.0, total))
    mixed = np.einsum("bhts,bshd->bthd", shares, v)
    return np.einsum("bthd,hdm->btm", mixed, W_o.reshape(*shape[1:], d_model))


def normalised(s, gamma, beta):
    n = s.shape[-1]
    s = s - np.einsum("btm->bt", s)[..., None] / n
    scale = (np.einsum("btm,btm->bt", s, s) / n + 1e-6) ** -0.5
    return np.einsum("btm,bt,m->btm", s, scale, gamma) + beta


def decoder_block(x, memory, weights, num_heads, source_mask=None):
    w = {**weights}
    matrices = [[w[f"{kind}_W_{letter}"] for letter in "qkvo"] for kind in ("self", "cross")]
    future = np.where(np.triu(np.ones((x.shape[1], x.shape[1])), 1) > 0, -np.inf, 0.0)
    padding = 0.0 if source_mask is None else np.where(source_mask, 0.0, -np.inf)[:, None]
    change = attended(x, x, *matrices[0], num_heads, future)
    h = normalised(x + change, w["gamma1"], w["beta1"])
    change = attended(h, memory, *matrices[1], num_heads, padding)
    h = normalised(h + change, w["gamma2"], w["beta2"])
    hidden = np.clip(np.einsum("btm,mf->btf", h, w["W1"]) + w["b1"], 0, None)
    change = np.einsum("btf,fm->btm", hidden, w["W2"]) + w["b2"]
    return normalised(h + change, w["gamma3"], w["beta3"])
