"""A loop over the ids as if they were a list."""

import numpy as np


def token_embedding(ids, table):
    result = np.zeros((len(ids), table.shape[1]))
    for number, token in enumerate(ids):
        result[number] = table[token] * np.sqrt(table.shape[1])
    return result
