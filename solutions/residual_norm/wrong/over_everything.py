"""One mean and one variance for the whole array."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    if x.size == 0:
        return x.copy()
    total = x + sublayer_output
    centred = total - total.mean()
    variance = np.mean(centred**2)
    normal = centred / np.sqrt(variance + eps)
    return gamma * normal + beta
