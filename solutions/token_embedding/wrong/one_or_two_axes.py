"""One sentence or a batch, nothing else."""

import numpy as np


def token_embedding(ids, table):
    batch = ids[None] if ids.ndim == 1 else ids
    sentences, tokens = batch.shape
    result = np.zeros((sentences, tokens, table.shape[1]))
    for i in range(sentences):
        for j in range(tokens):
            result[i, j] = table[batch[i, j]] * np.sqrt(table.shape[1])
    return result[0] if ids.ndim == 1 else result
