"""Divides by n - 1."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    centred = x - x.mean(-1, keepdims=True)
    variance = (centred**2).sum(-1, keepdims=True) / max(x.shape[-1] - 1, 1)
    return gamma * centred / np.sqrt(variance + eps) + beta
