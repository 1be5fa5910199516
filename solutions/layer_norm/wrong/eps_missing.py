"""Leaves eps out."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    with np.errstate(all="ignore"):
        return gamma * (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True) + beta
