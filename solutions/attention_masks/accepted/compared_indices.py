"""Compares the indices of rows and columns."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    index = np.arange(target.shape[-1])
    past = index[None, :] <= index[:, None]
    visible = np.logical_and(past, (target != pad_id)[..., None, :])
    return (source != pad_id).reshape(*source.shape[:-1], 1, source.shape[-1]), visible
