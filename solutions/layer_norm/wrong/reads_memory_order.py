"""Flattens in memory order and takes that for the order of indices."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    x = x.ravel(order="K").reshape(x.shape)
    normal = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return gamma * normal + beta
