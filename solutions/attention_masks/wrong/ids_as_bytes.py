"""Ids in eight bits."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    source, target = source.astype(np.uint8), target.astype(np.uint8)
    past = np.tri(target.shape[-1], dtype=bool)
    pad = pad_id % 256
    return (source != pad)[..., None, :], (target != pad)[..., None, :] & past
