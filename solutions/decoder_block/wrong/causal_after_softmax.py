"""Sets weights to zero after the softmax."""

import numpy as np


def attention(x, memory, W_q, W_k, W_v, W_o, num_heads, mask):
    d_k = x.shape[-1] // num_heads
    q = heads_of(x @ W_q, num_heads)
    k = heads_of(memory @ W_k, num_heads)
    v = heads_of(memory @ W_v, num_heads)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d_k)
    hidden = scores
    terms = np.exp(hidden - hidden.max(axis=-1, keepdims=True, initial=-1e300))
    weights = terms / np.maximum(terms.sum(axis=-1, keepdims=True), 1.0) * mask
    heads = weights @ v
    return heads.swapaxes(1, 2).reshape(x.shape) @ W_o


def heads_of(projected, num_heads):
    return projected.reshape(
        *projected.shape[:2], num_heads, projected.shape[2] // num_heads
    ).swapaxes(1, 2)


def feed_forward(x, W1, b1, W2, b2):
    return np.maximum(x @ W1 + b1, 0.0) @ W2 + b2


def layer_norm(x, gamma, beta):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    return gamma * (centred / np.sqrt(variance + 1e-6)) + beta


def decoder_block(x, memory, weights, num_heads, source_mask=None):
    w = weights
    seen = np.tri(x.shape[1], dtype=bool)
    allowed = True if source_mask is None else source_mask[:, None]
    own = [w[f"self_{name}"] for name in ("W_q", "W_k", "W_v", "W_o")]
    cross = [w[f"cross_{name}"] for name in ("W_q", "W_k", "W_v", "W_o")]
    h1 = layer_norm(x + attention(x, x, *own, num_heads, seen), w["gamma1"], w["beta1"])
    h2 = layer_norm(h1 + attention(h1, memory, *cross, num_heads, allowed), w["gamma2"], w["beta2"])
    change = feed_forward(h2, w["W1"], w["b1"], w["W2"], w["b2"])
    return layer_norm(h2 + change, w["gamma3"], w["beta3"])
