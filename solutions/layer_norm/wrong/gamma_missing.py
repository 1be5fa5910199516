"""No gain."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) + beta
