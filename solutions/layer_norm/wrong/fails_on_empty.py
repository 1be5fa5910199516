"""Looks for a smallest variance, which an empty array has not."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    variance = x.var(-1, keepdims=True)
    if variance.min() + eps <= 0:
        raise ValueError("no deviation")
    return gamma * (x - x.mean(-1, keepdims=True)) / np.sqrt(variance + eps) + beta
