"""Angles in float32, sines in float64."""

import numpy as np


def positional_encoding(seq_length, d_model):
    columns = np.arange(d_model)
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (2 * (columns // 2) / d_model)
    angles = angles.astype(np.float32).astype(np.float64)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
