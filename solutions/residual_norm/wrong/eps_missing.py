"""Leaves eps out."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = x + sublayer_output
    with np.errstate(all="ignore"):
        normal = (total - total.mean(-1, keepdims=True)) / total.std(-1, keepdims=True)
    return gamma * normal + beta
