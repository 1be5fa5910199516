"""More precision than asked for, rounded once at the end."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    total = x.astype(np.longdouble) + sublayer_output
    total -= total.mean(-1, keepdims=True)
    result = total / np.sqrt((total * total).mean(-1, keepdims=True) + np.longdouble(eps))
    return (result * gamma + beta).astype(np.float64)
