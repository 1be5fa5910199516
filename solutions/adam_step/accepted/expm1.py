"""The corrections without cancellation: 1 - beta^t = -expm1(t log beta)."""

import numpy as np


def correction(beta, t):
    return -np.expm1(t * np.log(beta)) if beta > 0 else 1.0


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    m = beta1 * m + (1 - beta1) * grad
    v = beta2 * v + (1 - beta2) * grad**2
    spread = np.sqrt(v / correction(beta2, t))
    return param - lr * m / correction(beta1, t) / (spread + eps), m, v
