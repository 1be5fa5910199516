"""As many cosines as sines."""

import numpy as np


def positional_encoding(seq_length, d_model):
    position = np.arange(seq_length)[:, None]
    divisor = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    encoding = np.zeros((seq_length, d_model))
    encoding[:, 0::2] = np.sin(position * divisor)
    encoding[:, 1::2] = np.cos(position * divisor)
    return encoding
