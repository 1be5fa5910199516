"""The variance without a mean: half the mean square of all differences."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = x + sublayer_output
    differences = total[..., :, None] - total[..., None, :]
    variance = (differences**2).mean((-2, -1)) / 2
    return gamma * differences.mean(-1) / np.sqrt(variance + eps)[..., None] + beta
