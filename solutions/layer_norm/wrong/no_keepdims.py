"""The reduced axis is removed."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    return gamma * (x - x.mean(-1)) / np.sqrt(x.var(-1) + eps) + beta
