"""More precision than asked for, rounded once at the end."""

import numpy as np


def norm(s, gamma, beta):
    s = s - s.mean(-1, keepdims=True)
    return s / np.sqrt((s * s).mean(-1, keepdims=True) + np.longdouble(1e-6)) * gamma + beta


def encoder_block(x, W_q, W_k, W_v, W_o, W1, b1, W2, b2, gamma1, beta1, gamma2, beta2, num_heads):
    wide = x.astype(np.longdouble)
    batch, seq, d_model = x.shape
    shape = batch, seq, num_heads, d_model // num_heads
    q, k, v = ((wide @ weight).reshape(shape).swapaxes(1, 2) for weight in (W_q, W_k, W_v))
    scores = q @ k.swapaxes(2, 3) / np.sqrt(np.longdouble(shape[3]))
    terms = np.exp(scores - scores.max(axis=3, keepdims=True))
    heads = terms @ v / terms.sum(axis=3, keepdims=True)
    h = norm(wide + heads.swapaxes(1, 2).reshape(x.shape) @ W_o, gamma1, beta1)
    result = norm(h + np.maximum(h @ W1 + b1, 0) @ W2 + b2, gamma2, beta2)
    return result.astype(np.float64)
