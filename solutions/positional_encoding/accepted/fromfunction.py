"""A function of row and column, in more precision than asked for."""

import numpy as np


def positional_encoding(seq_length, d_model):
    def angle(position, column):
        exponent = (column - column % 2) / np.longdouble(d_model)
        return position / np.longdouble(10000) ** exponent

    angles = np.fromfunction(angle, (seq_length, d_model), dtype=np.longdouble)
    columns = np.broadcast_to(np.arange(d_model), angles.shape)
    wave = np.choose(columns % 2, [np.sin(angles), np.cos(angles)])
    return wave.astype(np.float64)
