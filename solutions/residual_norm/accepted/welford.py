"""Welford's single pass over the sums, an entry at a time."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    mean, squares = np.zeros(x.shape[:-1]), np.zeros(x.shape[:-1])
    for entry in range(x.shape[-1]):
        number = x[..., entry] + sublayer_output[..., entry]
        distance = number - mean
        mean = mean + distance / (entry + 1)
        squares = squares + distance * (number - mean)
    scale = np.sqrt(squares / x.shape[-1] + eps)[..., None]
    return (x + sublayer_output - mean[..., None]) / scale * gamma + beta
