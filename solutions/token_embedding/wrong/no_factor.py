"""A bare lookup."""


def token_embedding(ids, table):
    return table[ids]
