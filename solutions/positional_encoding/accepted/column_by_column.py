"""One column after the other, stacked; frequencies by roots."""

import numpy as np


def positional_encoding(seq_length, d_model):
    if d_model == 0:
        return np.zeros((seq_length, 0))
    positions = np.arange(seq_length, dtype=np.float64)
    columns = []
    for column in range(d_model):
        even = column - column % 2
        wavelength = (100.0 ** (even / d_model)) ** 2
        columns.append((np.cos if column % 2 else np.sin)(positions / wavelength))
    return np.stack(columns, axis=1)
