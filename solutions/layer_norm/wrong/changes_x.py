"""Centres the caller's array."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    x -= x.mean(-1, keepdims=True)
    return gamma * x / np.sqrt((x**2).mean(-1, keepdims=True) + eps) + beta
