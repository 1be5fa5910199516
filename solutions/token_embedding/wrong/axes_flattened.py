"""Flattens the ids and leaves them so."""

import numpy as np


def token_embedding(ids, table):
    return table[ids.reshape(-1)] * np.sqrt(table.shape[1])
