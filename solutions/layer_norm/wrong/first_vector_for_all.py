"""The statistics of the first vector, used for all."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    if x.size == 0:
        return x.copy()
    first = x.reshape(-1, x.shape[-1])[0]
    return gamma * (x - first.mean()) / np.sqrt(first.var() + eps) + beta
