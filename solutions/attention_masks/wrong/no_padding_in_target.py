"""The triangle alone."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    past = np.tri(target.shape[-1], dtype=bool)
    past = np.broadcast_to(past, (*target.shape, target.shape[-1])).copy()
    return (source != pad_id)[..., None, :], past
