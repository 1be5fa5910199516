"""First and second moment as one array with an axis in front."""

import numpy as np


def adam_step(param, grad, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    betas = np.array([beta1, beta2]).reshape((2,) + (1,) * np.ndim(grad))
    moments = betas * np.stack([m, v]) + (1 - betas) * np.stack([grad, grad * grad])
    mean, square = moments / (1 - betas**t)
    return param - lr * mean / (square**0.5 + eps), moments[0].copy(), moments[1].copy()
