"""One table for each width, and slices of it."""

import numpy as np

_tables = {}


def positional_encoding(seq_length, d_model):
    if d_model not in _tables or len(_tables[d_model]) < seq_length:
        columns = np.arange(d_model)
        angles = np.arange(seq_length)[:, None] / 10000.0 ** (2 * (columns // 2) / d_model)
        _tables[d_model] = np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
    return _tables[d_model][:seq_length]
