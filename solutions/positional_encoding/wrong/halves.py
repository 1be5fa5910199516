"""All sines, then all cosines."""

import numpy as np


def positional_encoding(seq_length, d_model):
    i = np.arange((d_model + 1) // 2)
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (2 * i / d_model)
    return np.concatenate([np.sin(angles), np.cos(angles[:, : d_model // 2])], axis=1)
