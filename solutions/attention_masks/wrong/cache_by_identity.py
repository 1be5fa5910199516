"""Remembers results by the identity of the arrays."""

import numpy as np

_known = {}


def attention_masks(source, target, pad_id=0):
    key = id(source), id(target)
    if key not in _known:
        past = np.tri(target.shape[-1], dtype=bool)
        masks = (source != pad_id)[..., None, :], (target != pad_id)[..., None, :] & past
        _known[key] = source, target, masks
    return tuple(mask.copy() for mask in _known[key][2])
