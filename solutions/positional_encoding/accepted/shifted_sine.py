"""A cosine is a sine, a quarter of a turn ahead."""

import numpy as np


def positional_encoding(seq_length, d_model):
    i, odd = np.divmod(np.arange(d_model), 2)
    angles = np.arange(seq_length)[:, None] * np.power(10000.0, -2.0 * i / d_model)
    return np.sin(angles + odd * (np.pi / 2))
