"""Takes the larger of variance and eps."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    scale = np.sqrt(np.maximum(x.var(-1, keepdims=True), eps))
    with np.errstate(all="ignore"):
        return gamma * (x - x.mean(-1, keepdims=True)) / scale + beta
