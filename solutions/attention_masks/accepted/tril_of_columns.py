"""Repeats the columns for every row and cuts the upper triangle off."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    rows = np.repeat(np.not_equal(target, pad_id)[..., None, :], target.shape[-1], axis=-2)
    return np.expand_dims(np.not_equal(source, pad_id), -2), np.tril(rows)
