"""e^(i angle) is cosine and sine at once."""

import numpy as np


def positional_encoding(seq_length, d_model):
    pairs = np.arange((d_model + 1) // 2)
    circle = np.exp(1j * np.outer(np.arange(seq_length), 1e4 ** (-2 * pairs / d_model)))
    both = np.stack([circle.imag, circle.real], axis=-1)
    return both.reshape(seq_length, 2 * len(pairs))[:, :d_model].copy()
