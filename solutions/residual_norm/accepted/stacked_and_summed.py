"""Both summands in one array, added up along a new axis, then index notation."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = np.stack([x, sublayer_output]).sum(axis=0)
    total = total - np.einsum("...i->...", total)[..., None] / gamma.size
    variance = np.einsum("...i,...i->...", total, total) / gamma.size
    return np.einsum("...i,...,i->...i", total, 1 / np.sqrt(variance + eps), gamma) + beta
