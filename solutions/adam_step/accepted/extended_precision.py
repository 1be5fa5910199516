"""Computes in the widest type that the machine has."""

import numpy as np


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    wide = [np.asarray(a, dtype=np.longdouble) for a in (param, grad, m, v)]
    b1, b2 = np.longdouble(beta1), np.longdouble(beta2)
    p, g, m, v = wide
    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g * g
    p = p - lr * (m / (1 - b1**t)) / (np.sqrt(v / (1 - b2**t)) + eps)
    return tuple(np.asarray(a, dtype=np.float64) for a in (p, m, v))
