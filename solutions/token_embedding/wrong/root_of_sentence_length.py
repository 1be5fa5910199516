"""The root of the number of tokens."""

import numpy as np


def token_embedding(ids, table):
    return table[ids] * np.sqrt(ids.shape[-1] if ids.ndim else 1)
