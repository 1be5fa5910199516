"""One mean and one variance for the whole array."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    if x.size == 0:
        return x.copy()
    return gamma * (x - x.mean()) / np.sqrt(x.var() + eps) + beta
