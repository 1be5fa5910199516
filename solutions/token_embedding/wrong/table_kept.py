"""Keeps the first table of each shape."""

import numpy as np

_tables = {}


def token_embedding(ids, table):
    kept = _tables.setdefault(table.shape, table.copy())
    return kept[ids] * np.sqrt(table.shape[1])
