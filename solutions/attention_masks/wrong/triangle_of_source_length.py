"""A row for each token of the source."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    past = np.tri(source.shape[-1], target.shape[-1], dtype=bool)
    return (source != pad_id)[..., None, :], (target != pad_id)[..., None, :] & past
