"""The variance without a mean: half the mean square of all differences."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    n = x.shape[-1]
    squares = np.zeros(x.shape[:-1])
    for step in range(1, n):
        squares += np.sum(np.square(x - np.roll(x, step, axis=-1)), axis=-1)
    scale = np.sqrt(squares / (2 * n * n) + eps)
    return gamma * (x - np.mean(x, axis=-1, keepdims=True)) / scale[..., np.newaxis] + beta
