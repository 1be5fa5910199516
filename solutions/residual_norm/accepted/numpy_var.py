"""NumPy's own variance, and a factor in the place of a quotient."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = np.add(x, sublayer_output)
    factor = gamma / np.sqrt(np.var(total, axis=-1, keepdims=True) + eps)
    return (total - np.mean(total, axis=-1, keepdims=True)) * factor + beta
