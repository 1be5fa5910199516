"""Computes the index of each number in the flattened table."""

import numpy as np


def token_embedding(ids, table):
    vocab, d_model = table.shape
    places = ids[..., None] * d_model + np.arange(d_model)
    return table.reshape(vocab * d_model).take(places) * np.sqrt(d_model)
