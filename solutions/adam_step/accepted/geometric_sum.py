"""The weights of the mean by name: 1 - beta^t is their sum, and a mean is divided by it."""

import numpy as np


def total_weight(beta, t):
    count = min(t, 100000)
    if count < t:
        return 1.0  # what is left out is below 1e-40 for every beta of use
    return (1 - beta) * np.sum(beta ** np.arange(count, dtype=float))


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    m = m * beta1 + grad * (1 - beta1)
    v = v * beta2 + grad * grad * (1 - beta2)
    mean = m / total_weight(beta1, t)
    root = np.sqrt(v / total_weight(beta2, t))
    return param - lr * (mean / (root + eps)), m, v
