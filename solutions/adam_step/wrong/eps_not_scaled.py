"""Both corrections in the rate, but eps as it is."""

import numpy as np


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    m = beta1 * m + (1 - beta1) * grad
    v = beta2 * v + (1 - beta2) * grad**2
    root = np.sqrt(1 - beta2**t)
    rate = lr * root / (1 - beta1**t)
    return param - rate * m / (np.sqrt(v) + eps), m, v
