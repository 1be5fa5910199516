"""Welford's single pass: mean and sum of squares are corrected by one number after the other."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    mean = np.zeros(x.shape[:-1])
    squares = np.zeros(x.shape[:-1])
    for count, number in enumerate(np.moveaxis(x, -1, 0), start=1):
        distance = number - mean
        mean = mean + distance / count
        squares = squares + distance * (number - mean)
    deviation = np.sqrt(squares / x.shape[-1] + eps)
    return (x - mean[..., None]) / deviation[..., None] * gamma + beta
