"""The future in the place of the past."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    future = np.tri(target.shape[-1], dtype=bool).T
    return (source != pad_id)[..., None, :], (target != pad_id)[..., None, :] & future
