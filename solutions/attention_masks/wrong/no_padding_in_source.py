"""Everything visible in the source."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    past = np.tri(target.shape[-1], dtype=bool)
    everything = np.ones((*source.shape[:-1], 1, source.shape[-1]), dtype=bool)
    return everything, (target != pad_id)[..., None, :] & past
