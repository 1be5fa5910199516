"""The number of the even column in the place of i."""

import numpy as np


def positional_encoding(seq_length, d_model):
    columns = np.arange(d_model)
    even = columns - columns % 2
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (2 * even / d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
