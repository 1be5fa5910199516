"""A matrix takes the mean away, index notation sums the squares."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    n = x.shape[-1]
    level = x[..., :1]
    centred = (x - level) @ (np.eye(n) - np.full((n, n), 1 / n))
    variance = np.einsum("...i,...i->...", centred, centred) / n
    return np.einsum("...i,...,i->...i", centred, (variance + eps) ** -0.5, gamma) + beta
