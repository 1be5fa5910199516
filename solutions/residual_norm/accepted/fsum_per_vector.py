"""One position after the other, with Python's numbers and exact sums."""

import math

import numpy as np


def layer_norm(vector, eps):
    mean = math.fsum(vector) / len(vector)
    variance = math.fsum((number - mean) ** 2 for number in vector) / len(vector)
    return [(number - mean) / math.sqrt(variance + eps) for number in vector]


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    result = np.zeros(x.shape)
    for index in np.ndindex(x.shape[:-1]):
        pairs = zip(x[index].tolist(), sublayer_output[index].tolist(), strict=True)
        result[index] = layer_norm([a + b for a, b in pairs], eps)
    return result * gamma + beta
