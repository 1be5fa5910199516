"""The deviation as the length of a vector, and eps as one more side of a right angle."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    centred = x - np.add.reduce(x, axis=-1, keepdims=True) / x.shape[-1]
    deviation = np.linalg.norm(centred, axis=-1, keepdims=True) / np.sqrt(x.shape[-1])
    return np.divide(centred, np.hypot(deviation, np.sqrt(eps))) * gamma + beta
