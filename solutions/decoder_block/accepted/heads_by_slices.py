"""One head after the other, its scores in a matrix for each sequence; NumPy's own variance."""

import numpy as np


def softmax(scores, visible):
    scores = np.where(visible, scores, -np.inf)
    top = np.max(scores, axis=-1, keepdims=True)
    terms = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = np.sum(terms, axis=-1, keepdims=True)
    return np.divide(terms, total, out=np.zeros_like(terms), where=total > 0)


def attend(x, y, W_q, W_k, W_v, W_o, num_heads, visible):
    d_k = x.shape[-1] // num_heads
    heads = []
    for first in range(0, x.shape[-1], d_k):
        part = slice(first, first + d_k)
        scores = (x @ W_q[:, part]) @ (y @ W_k[:, part]).transpose(0, 2, 1) / np.sqrt(d_k)
        heads.append(softmax(scores, visible) @ (y @ W_v[:, part]))
    return np.concatenate(heads, axis=-1) @ W_o


def add_and_norm(x, change, gamma, beta):
    total = x + change
    factor = gamma / np.sqrt(np.var(total, axis=-1, keepdims=True) + 1e-6)
    return (total - np.mean(total, axis=-1, keepdims=True)) * factor + beta


def decoder_block(x, memory, weights, num_heads, source_mask=None):
    own, cross = (
        [weights[f"{kind}_W_{letter}"] for letter in "qkvo"] for kind in ("self", "cross")
    )
    positions = np.arange(x.shape[1])
    earlier = positions <= positions[:, None]
    visible = np.True_ if source_mask is None else source_mask
    h = add_and_norm(x, attend(x, x, *own, num_heads, earlier), weights["gamma1"], weights["beta1"])
    found = attend(h, memory, *cross, num_heads, visible)
    h = add_and_norm(h, found, weights["gamma2"], weights["beta2"])
    hidden = h @ weights["W1"] + weights["b1"]
    hidden[hidden < 0] = 0
    change = hidden @ weights["W2"] + weights["b2"]
    return add_and_norm(h, change, weights["gamma3"], weights["beta3"])
