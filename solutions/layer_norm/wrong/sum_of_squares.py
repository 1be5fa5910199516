"""Divides by the length of the centred vector, which is not divided by n."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    centred = x - x.mean(-1, keepdims=True)
    return gamma * centred / np.sqrt((centred**2).sum(-1, keepdims=True) + eps) + beta
