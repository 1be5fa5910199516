"""The sum as a matrix product: both vectors side by side, two unit matrices below each other."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    n = x.shape[-1]
    both = np.concatenate([x, sublayer_output], axis=-1)
    total = both @ np.vstack([np.eye(n), np.eye(n)])
    total -= total @ np.full((n, n), 1 / n)
    return (
        total
        / np.linalg.norm(
            np.append(total / np.sqrt(n), np.full((*x.shape[:-1], 1), np.sqrt(eps)), axis=-1),
            axis=-1,
            keepdims=True,
        )
        * gamma
        + beta
    )
