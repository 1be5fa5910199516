"""Divides by the difference of the largest and the smallest number."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    spread = x.max(-1, keepdims=True) - x.min(-1, keepdims=True)
    return gamma * (x - x.mean(-1, keepdims=True)) / np.sqrt(spread**2 + eps) + beta
