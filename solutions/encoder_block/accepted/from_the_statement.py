"""Written from the statement alone."""

import numpy as np


def norm(s, gamma, beta):
    centred = s - s.mean(axis=-1, keepdims=True)
    return gamma * centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-6) + beta


def attend(x, W_q, W_k, W_v, W_o, num_heads):
    b, n, d = x.shape
    q, k, v = (
        (x @ W).reshape(b, n, num_heads, d // num_heads).transpose(0, 2, 1, 3)
        for W in (W_q, W_k, W_v)
    )
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(d // num_heads)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).transpose(0, 2, 1, 3).reshape(b, n, d) @ W_o


def encoder_block(x, W_q, W_k, W_v, W_o, W1, b1, W2, b2, gamma1, beta1, gamma2, beta2, num_heads):
    h = norm(x + attend(x, W_q, W_k, W_v, W_o, num_heads), gamma1, beta1)
    return norm(h + np.maximum(h @ W1 + b1, 0) @ W2 + b2, gamma2, beta2)
