"""Divides by the deviation and keeps the mean."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    return gamma * x / np.sqrt(x.var(-1, keepdims=True) + eps) + beta
