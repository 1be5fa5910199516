"""Adds the input."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    scale = np.sqrt(x.var(-1, keepdims=True) + eps)
    return x + gamma * (x - x.mean(-1, keepdims=True)) / scale + beta
