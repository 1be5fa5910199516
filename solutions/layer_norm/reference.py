"""Layer normalisation: what every submission is compared with."""

import numpy as np


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float = 1e-6) -> np.ndarray:
    """Return gamma * (x - mean) / sqrt(variance + eps) + beta, taken over the last axis of x."""
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    return gamma * (centred / np.sqrt(variance + eps)) + beta
