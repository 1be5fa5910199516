"""Multi-head attention: what every submission is compared with."""

import numpy as np


def multi_head_attention(
    Q: np.ndarray,
    K: np.ndarray,
    V: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_o: np.ndarray,
    num_heads: int,
) -> np.ndarray:
    """Return Concat(head_1, ..., head_h) W_o for arrays of shape (batch, seq, d_model)."""
    batch, seq, d_model = Q.shape
    d_k = d_model // num_heads

    def heads(projected: np.ndarray) -> np.ndarray:
        return projected.reshape(batch, seq, num_heads, d_k).swapaxes(1, 2)

    q, k, v = heads(Q @ W_q), heads(K @ W_k), heads(V @ W_v)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d_k)
    terms = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = terms / terms.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(1, 2).reshape(batch, seq, d_model) @ W_o
