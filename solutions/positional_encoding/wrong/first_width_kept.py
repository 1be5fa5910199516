"""Keeps the frequencies of the first call with as many positions."""

import numpy as np

_widths = {}


def positional_encoding(seq_length, d_model):
    width = _widths.setdefault(seq_length, d_model)
    columns = np.arange(d_model)
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (2 * (columns // 2) / width)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
