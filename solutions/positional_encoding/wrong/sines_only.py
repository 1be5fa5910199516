"""A sine everywhere."""

import numpy as np


def positional_encoding(seq_length, d_model):
    columns = np.arange(d_model)
    return np.sin(np.arange(seq_length)[:, None] / 10000.0 ** (2 * (columns // 2) / d_model))
