"""Takes PyTorch's 1e-5 where none is passed."""

import numpy as np


def layer_norm(x, gamma, beta, eps=None):
    scale = np.sqrt(x.var(-1, keepdims=True) + (1e-5 if eps is None else eps))
    return gamma * (x - x.mean(-1, keepdims=True)) / scale + beta
