"""The remainder by one too few."""

import numpy as np


def token_embedding(ids, table):
    return table[ids % max(1, len(table) - 1)] * np.sqrt(table.shape[1])
