"""np.take along the rows, then an in-place factor on its own result."""

import numpy as np


def token_embedding(ids, table):
    vectors = np.take(table, ids, axis=0)
    vectors *= table.shape[-1] ** 0.5
    return vectors
