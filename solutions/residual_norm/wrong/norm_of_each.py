"""Normalises both and adds them."""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    return gamma * (centred / np.sqrt(variance + eps)) + beta


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    return layer_norm(x, gamma, beta, eps) + layer_norm(sublayer_output, gamma, beta, eps)
