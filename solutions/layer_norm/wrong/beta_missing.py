"""No offset."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    return gamma * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
