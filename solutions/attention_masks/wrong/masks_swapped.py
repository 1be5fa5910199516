"""Target first."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    past = np.tri(target.shape[-1], dtype=bool)
    return (target != pad_id)[..., None, :] & past, (source != pad_id)[..., None, :]
