"""Looks up in one column after the other and stacks the results."""

import numpy as np


def token_embedding(ids, table):
    factor = np.linalg.norm(np.ones(table.shape[1]))
    return np.stack([column[ids] * factor for column in table.T], axis=-1)
