"""Moments as points between the old value and the new one, from whichever end is nearer."""

import numpy as np


def between(old, new, share):
    return old + share * (new - old) if share < 0.5 else new - (1 - share) * (new - old)


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    m = between(m, grad, 1 - beta1)
    v = between(v, grad**2, 1 - beta2)
    step = (m / (1 - beta1**t)) / (np.sqrt(v / (1 - beta2**t)) + eps)
    return param - lr * step, m, v
