"""Divides by d to the power of -1/2."""


def token_embedding(ids, table):
    return table[ids] / table.shape[1] ** -0.5
