"""An even table with the last column cut off."""

import numpy as np


def positional_encoding(seq_length, d_model):
    width = d_model + d_model % 2
    columns = np.arange(width)
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (2 * (columns // 2) / width)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))[:, :d_model].copy()
