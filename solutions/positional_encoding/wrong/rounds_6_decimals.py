"""Rounds the result."""

import numpy as np


def positional_encoding(seq_length, d_model):
    columns = np.arange(d_model)
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (2 * (columns // 2) / d_model)
    return np.round(np.where(columns % 2 == 0, np.sin(angles), np.cos(angles)), 6)
