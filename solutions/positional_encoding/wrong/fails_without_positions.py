"""Stacks rows, of which there may be none."""

import numpy as np


def positional_encoding(seq_length, d_model):
    columns = np.arange(d_model)
    divisor = 10000.0 ** (2 * (columns // 2) / d_model)
    rows = [
        np.where(columns % 2 == 0, np.sin(pos / divisor), np.cos(pos / divisor))
        for pos in range(seq_length)
    ]
    return np.stack(rows)
