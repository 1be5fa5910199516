"""Scaled dot-product attention: what every submission is compared with."""

import numpy as np

LOWEST = np.finfo(np.float64).min


def scaled_dot_product_attention(
    Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return (output, weights); a query that may look at no key gets zeros."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    # Where nothing is visible, -inf - LOWEST is -inf, all exponentials are 0, and so is their sum.
    # Everywhere else the sum contains exp(0) and is 1 or more.
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True, initial=LOWEST))
    weights = exponentials / np.maximum(np.sum(exponentials, axis=-1, keepdims=True), 1.0)
    return weights @ V, weights
