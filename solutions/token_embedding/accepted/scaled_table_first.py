"""Scales a copy of the whole table, then looks up."""

import numpy as np


def token_embedding(ids, table):
    scaled = np.multiply(table, np.sqrt(np.float64(table.shape[1])))
    return scaled[ids]
