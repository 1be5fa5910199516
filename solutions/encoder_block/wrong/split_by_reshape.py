"""Cuts the projections into heads by a reshape alone."""

import numpy as np


def attention(x, W_q, W_k, W_v, W_o, num_heads):
    batch, seq, d_model = x.shape
    d_k = d_model // num_heads
    q = (x @ W_q).reshape(batch, num_heads, seq, d_k)
    k = (x @ W_k).reshape(batch, num_heads, seq, d_k)
    v = (x @ W_v).reshape(batch, num_heads, seq, d_k)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d_k)
    terms = np.exp(scores - scores.max(axis=-1, keepdims=True))
    heads = (terms / terms.sum(axis=-1, keepdims=True)) @ v
    return heads.swapaxes(1, 2).reshape(x.shape) @ W_o


def feed_forward(x, W1, b1, W2, b2):
    return np.maximum(x @ W1 + b1, 0.0) @ W2 + b2


def layer_norm(x, gamma, beta):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    return gamma * (centred / np.sqrt(variance + 1e-6)) + beta


def encoder_block(x, W_q, W_k, W_v, W_o, W1, b1, W2, b2, gamma1, beta1, gamma2, beta2, num_heads):
    attended = attention(x, W_q, W_k, W_v, W_o, num_heads)
    h = layer_norm(x + attended, gamma1, beta1)
    return layer_norm(h + feed_forward(h, W1, b1, W2, b2), gamma2, beta2)
