"""Written from the statement alone."""

import numpy as np


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    first = m + (1 - beta1) * (grad - m)
    second = v * beta2 + np.square(grad) * (1 - beta2)
    root = np.sqrt(second / (1 - beta2**t))
    return param - lr / (1 - beta1**t) * first / (root + eps), first, second
