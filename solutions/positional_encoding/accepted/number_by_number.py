"""One number after the other, with Python's own functions."""

import math

import numpy as np


def positional_encoding(seq_length, d_model):
    encoding = np.empty((seq_length, d_model))
    for pos in range(seq_length):
        for i in range(0, d_model, 2):
            angle = pos / math.pow(10000, i / d_model)
            encoding[pos, i] = math.sin(angle)
            if i + 1 < d_model:
                encoding[pos, i + 1] = math.cos(angle)
    return encoding
