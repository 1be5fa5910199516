"""Computes in float32 and casts back."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    centred = (x - x.mean(-1, keepdims=True)).astype(np.float32)
    variance = (centred**2).mean(-1, keepdims=True)
    return gamma * (centred / np.sqrt(variance + np.float32(eps))).astype(np.float64) + beta
