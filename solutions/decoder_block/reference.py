"""A decoder block with the norm after the residual: what every submission is compared with."""

import numpy as np

LOWEST = np.finfo(np.float64).min


def attention(
    x: np.ndarray,
    memory: np.ndarray,
    weights: dict[str, np.ndarray],
    kind: str,
    num_heads: int,
    mask: np.ndarray | None,
) -> np.ndarray:
    """Let the positions of x attend to those of memory where mask is True."""
    batch, target, d_model = x.shape
    d_k = d_model // num_heads

    def heads(projected: np.ndarray) -> np.ndarray:
        return projected.reshape(batch, projected.shape[1], num_heads, d_k).swapaxes(1, 2)

    q = heads(x @ weights[f"{kind}_W_q"])
    k = heads(memory @ weights[f"{kind}_W_k"])
    v = heads(memory @ weights[f"{kind}_W_v"])
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d_k)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    # Where nothing is visible, all terms are 0, and so is their sum; elsewhere it is 1 or more.
    terms = np.exp(scores - scores.max(axis=-1, keepdims=True, initial=LOWEST))
    shares = terms / np.maximum(terms.sum(axis=-1, keepdims=True), 1.0)
    return (shares @ v).swapaxes(1, 2).reshape(batch, target, d_model) @ weights[f"{kind}_W_o"]


def feed_forward(x: np.ndarray, weights: dict[str, np.ndarray]) -> np.ndarray:
    """Return max(0, x W1 + b1) W2 + b2, taken over the last axis of x."""
    return np.maximum(x @ weights["W1"] + weights["b1"], 0.0) @ weights["W2"] + weights["b2"]


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """Return gamma * (x - mean) / sqrt(variance + 1e-6) + beta, taken over the last axis of x."""
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    return gamma * (centred / np.sqrt(variance + 1e-6)) + beta


def decoder_block(
    x: np.ndarray,
    memory: np.ndarray,
    weights: dict[str, np.ndarray],
    num_heads: int,
    source_mask: np.ndarray | None = None,
) -> np.ndarray:
    """Attend to earlier positions, then to memory, then apply the network; norm after each sum."""
    causal = np.tri(x.shape[1], dtype=bool)
    visible = None if source_mask is None else source_mask[:, np.newaxis]
    attended = attention(x, x, weights, "self", num_heads, causal)
    h = layer_norm(x + attended, weights["gamma1"], weights["beta1"])
    found = attention(h, memory, weights, "cross", num_heads, visible)
    h = layer_norm(h + found, weights["gamma2"], weights["beta2"])
    return layer_norm(h + feed_forward(h, weights), weights["gamma3"], weights["beta3"])
