"""One buffer, on which every step works in place."""

import numpy as np


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    rows = np.array(x, dtype=np.float64, order="C")
    rows += sublayer_output
    rows = rows.reshape(-1, gamma.shape[0])
    rows -= (rows @ np.ones(rows.shape[1]) / rows.shape[1])[:, None]
    rows /= np.sqrt((rows * rows).sum(axis=1) / rows.shape[1] + eps)[:, None]
    rows *= gamma
    rows += beta
    return rows.reshape(x.shape)
