"""The sinusoidal positional encoding: what every submission is compared with."""

import numpy as np


def positional_encoding(seq_length: int, d_model: int) -> np.ndarray:
    """Return sines in the even columns and cosines in the odd ones; also for odd d_model."""
    columns = np.arange(d_model)
    positions = np.arange(seq_length)[:, np.newaxis]
    angles = positions / 10000.0 ** (2 * (columns // 2) / d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
