"""Updates copies in place, as an optimiser does with its own state."""

import numpy as np


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    param, m, v = np.array(param), np.array(m), np.array(v)
    m *= beta1
    m += (1.0 - beta1) * grad
    v *= beta2
    v += (1.0 - beta2) * np.square(grad)
    denominator = np.sqrt(v / (1.0 - beta2**t)) + eps
    param -= lr * (m / (1.0 - beta1**t)) / denominator
    return param, m, v
