"""More precision than asked for, rounded once at the end."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    wide = x.astype(np.longdouble)
    wide -= wide.mean(-1, keepdims=True)
    result = wide / np.sqrt((wide * wide).mean(-1, keepdims=True) + np.longdouble(eps))
    return (result * gamma + beta).astype(np.float64)
