"""Remembers results by the identity of the arrays."""

import numpy as np

_known = {}


def token_embedding(ids, table):
    key = id(ids), id(table)
    if key not in _known:
        _known[key] = ids, table, table[ids] * np.sqrt(table.shape[1])
    return _known[key][2].copy()
