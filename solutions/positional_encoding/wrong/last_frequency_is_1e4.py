"""A geometric series that ends at 1/10000."""

import numpy as np


def positional_encoding(seq_length, d_model):
    columns = np.arange(d_model)
    pairs = (d_model + 1) // 2
    angles = np.arange(seq_length)[:, None] / 10000.0 ** ((columns // 2) / max(1, pairs - 1))
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
