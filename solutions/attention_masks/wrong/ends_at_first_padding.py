"""A sentence ends where padding begins."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    def before(ids):
        return np.cumsum(ids == pad_id, axis=-1) == 0

    past = np.tri(target.shape[-1], dtype=bool)
    return before(source)[..., None, :], before(target)[..., None, :] & past
