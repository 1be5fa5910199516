"""Reads the table as it lies in memory."""

import numpy as np


def token_embedding(ids, table):
    rows = table.ravel(order="K").reshape(table.shape)
    return rows[ids] * np.sqrt(table.shape[1])
