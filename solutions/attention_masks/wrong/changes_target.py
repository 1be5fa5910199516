"""Writes truth values into the ids."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    target[...] = target != pad_id
    past = np.tri(target.shape[-1], dtype=bool)
    return (source != pad_id)[..., None, :], (target == 1)[..., None, :] & past
