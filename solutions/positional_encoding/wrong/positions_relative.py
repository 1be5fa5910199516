"""Positions as a share of the length."""

import numpy as np


def positional_encoding(seq_length, d_model):
    columns = np.arange(d_model)
    positions = np.arange(seq_length)[:, None] / max(1, seq_length)
    angles = positions / 10000.0 ** (2 * (columns // 2) / d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
