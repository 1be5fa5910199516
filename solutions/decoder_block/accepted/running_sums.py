"""One key after the other with a running maximum, Welford's pass over the entries."""

import numpy as np


def norm(s, gamma, beta):
    mean, squares = np.zeros(s.shape[:-1]), np.zeros(s.shape[:-1])
    for count, entry in enumerate(np.moveaxis(s, -1, 0), start=1):
        distance = entry - mean
        mean = mean + distance / count
        squares = squares + distance * (entry - mean)
    scale = np.sqrt(squares / s.shape[-1] + 1e-6)
    return (s - mean[..., None]) / scale[..., None] * gamma + beta


def attend(x, y, W_q, W_k, W_v, W_o, num_heads, visible):
    """``visible`` has an entry for each sequence, query and key."""
    q, k, v = (
        (array @ matrix).reshape(*array.shape[:2], num_heads, x.shape[2] // num_heads)
        for array, matrix in ((x, W_q), (y, W_k), (y, W_v))
    )
    top = np.full((*q.shape[:-1], 1), np.finfo(float).min)
    total, mixed = np.zeros(top.shape), np.zeros(q.shape)
    for position in range(y.shape[1]):
        key, value = k[:, position, None], v[:, position, None]
        score = (q * key).sum(-1, keepdims=True) / np.sqrt(q.shape[-1])
        score = np.where(visible[:, :, position, None, None], score, -np.inf)
        higher = np.maximum(top, score)
        keep, new = np.exp(top - higher), np.exp(score - higher)
        total, mixed, top = total * keep + new, mixed * keep + new * value, higher
    return (mixed / np.where(total > 0, total, 1.0)).reshape(x.shape) @ W_o


def decoder_block(x, memory, weights, num_heads, source_mask=None):
    (batch, target, _), source = x.shape, memory.shape[1]
    own, cross = (
        [weights[f"{kind}_W_{letter}"] for letter in "qkvo"] for kind in ("self", "cross")
    )
    earlier = np.broadcast_to(np.tri(target, dtype=bool), (batch, target, target))
    everything = np.ones((batch, 1, source), bool) if source_mask is None else source_mask
    visible = np.broadcast_to(everything, (batch, target, source))
    change = attend(x, x, *own, num_heads, earlier)
    h = norm(x + change, weights["gamma1"], weights["beta1"])
    change = attend(h, memory, *cross, num_heads, visible)
    h = norm(h + change, weights["gamma2"], weights["beta2"])
    hidden = h @ weights["W1"] + weights["b1"]
    change = (hidden + abs(hidden)) / 2 @ weights["W2"] + weights["b2"]
    return norm(h + change, weights["gamma3"], weights["beta3"])
