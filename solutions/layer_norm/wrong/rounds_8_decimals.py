"""Rounds the result."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    normal = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return np.round(gamma * normal + beta, 8)
