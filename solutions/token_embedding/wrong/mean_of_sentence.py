"""The mean over the tokens of a sentence."""

import numpy as np


def token_embedding(ids, table):
    vectors = table[ids] * np.sqrt(table.shape[1])
    if ids.ndim == 0 or ids.size == 0:
        return vectors
    return np.broadcast_to(vectors.mean(axis=-2, keepdims=True), vectors.shape).copy()
