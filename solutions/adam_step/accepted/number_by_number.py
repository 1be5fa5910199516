"""Python's floats, one after the other."""

import math

import numpy as np


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    results = np.empty(np.shape(param)), np.empty(np.shape(param)), np.empty(np.shape(param))
    for index in np.ndindex(np.shape(param)):
        g = float(grad[index])
        first = beta1 * float(m[index]) + (1 - beta1) * g
        second = beta2 * float(v[index]) + (1 - beta2) * g * g
        scale = math.sqrt(second / (1 - math.pow(beta2, t))) + eps
        results[0][index] = param[index] - lr * first / (1 - math.pow(beta1, t)) / scale
        results[1][index] = first
        results[2][index] = second
    return results
