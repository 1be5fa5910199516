"""One vector after the other, with Python's numbers and exact sums."""

import math

import numpy as np


def normalised(vector, eps):
    mean = math.fsum(vector) / len(vector)
    centred = [number - mean for number in vector]
    variance = math.fsum(number * number for number in centred) / len(vector)
    return [number / math.sqrt(variance + eps) for number in centred]


def layer_norm(x, gamma, beta, eps=1e-6):
    rows = x.reshape(-1, gamma.size)
    result = np.array([normalised(row.tolist(), eps) for row in rows])
    return result.reshape(x.shape) * gamma + beta
