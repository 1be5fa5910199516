"""Looks up every token once and puts them in the order of ids."""

import numpy as np


def token_embedding(ids, table):
    vectors = table[np.sort(ids, axis=None)] * np.sqrt(table.shape[1])
    return vectors.reshape(*ids.shape, table.shape[1])
