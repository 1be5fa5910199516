"""NumPy's own variance, and a factor in the place of a quotient."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    factor = gamma / np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)
    return (x - np.mean(x, axis=-1, keepdims=True)) * factor + beta
