"""Returns float32."""

import numpy as np


def token_embedding(ids, table):
    with np.errstate(all="ignore"):
        return (table[ids] * np.sqrt(table.shape[1])).astype(np.float32)
