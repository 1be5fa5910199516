"""An encoder block with the norm after the residual: what every submission is compared with."""

import numpy as np


def attention(
    x: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_o: np.ndarray,
    num_heads: int,
) -> np.ndarray:
    """Return the multi-head self-attention of x, of shape (batch, seq, d_model)."""
    batch, seq, d_model = x.shape
    d_k = d_model // num_heads

    def heads(projected: np.ndarray) -> np.ndarray:
        return projected.reshape(batch, seq, num_heads, d_k).swapaxes(1, 2)

    q, k, v = heads(x @ W_q), heads(x @ W_k), heads(x @ W_v)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d_k)
    terms = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = terms / terms.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(1, 2).reshape(batch, seq, d_model) @ W_o


def feed_forward(
    x: np.ndarray, W1: np.ndarray, b1: np.ndarray, W2: np.ndarray, b2: np.ndarray
) -> np.ndarray:
    """Return max(0, x W1 + b1) W2 + b2, taken over the last axis of x."""
    return np.maximum(x @ W1 + b1, 0.0) @ W2 + b2


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """Return gamma * (x - mean) / sqrt(variance + 1e-6) + beta, taken over the last axis of x."""
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    return gamma * (centred / np.sqrt(variance + 1e-6)) + beta


def encoder_block(
    x: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_o: np.ndarray,
    W1: np.ndarray,
    b1: np.ndarray,
    W2: np.ndarray,
    b2: np.ndarray,
    gamma1: np.ndarray,
    beta1: np.ndarray,
    gamma2: np.ndarray,
    beta2: np.ndarray,
    num_heads: int,
) -> np.ndarray:
    """Return LayerNorm(h + FFN(h)) with h = LayerNorm(x + MultiHead(x, x, x))."""
    h = layer_norm(x + attention(x, W_q, W_k, W_v, W_o, num_heads), gamma1, beta1)
    return layer_norm(h + feed_forward(h, W1, b1, W2, b2), gamma2, beta2)
