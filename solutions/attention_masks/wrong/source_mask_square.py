"""A row for each token of the source."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    past = np.tri(target.shape[-1], dtype=bool)
    square = np.repeat((source != pad_id)[..., None, :], source.shape[-1], axis=-2)
    return square, (target != pad_id)[..., None, :] & past
