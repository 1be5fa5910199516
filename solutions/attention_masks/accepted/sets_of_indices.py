"""Starts with everything visible, then hides the future and the padding by index."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    source_mask = np.full((*source.shape[:-1], 1, source.shape[-1]), True)
    source_mask[(source == pad_id)[..., None, :]] = False
    length = target.shape[-1]
    target_mask = np.full((*target.shape, length), True)
    target_mask[(..., *np.triu_indices(length, 1))] = False
    np.swapaxes(target_mask, -1, -2)[target == pad_id] = False
    return source_mask, target_mask
