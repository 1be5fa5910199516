"""Ids in eight bits."""

import numpy as np


def token_embedding(ids, table):
    return table[ids.astype(np.uint8)] * np.sqrt(table.shape[1])
