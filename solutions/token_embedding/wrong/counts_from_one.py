"""Subtracts 1 from the ids."""

import numpy as np


def token_embedding(ids, table):
    return table[ids - 1] * np.sqrt(table.shape[1])
