"""Sums and products of zeros and ones, compared in the end."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    triangle = np.cumsum(np.eye(target.shape[-1], dtype=np.int64), axis=-1).T
    real = np.minimum(np.abs(target - pad_id), 1)
    product = np.einsum("ij,...j->...ij", triangle, real)
    return np.abs(source - pad_id)[..., None, :] > 0, product == 1
