"""Divides by the mean distance from the mean."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    centred = x - x.mean(-1, keepdims=True)
    return gamma * centred / (np.abs(centred).mean(-1, keepdims=True) + eps) + beta
