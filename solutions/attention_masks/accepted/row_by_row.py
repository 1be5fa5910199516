"""Each row of the target's mask is the row of tokens, cut off one later."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    real = target != pad_id
    mask = np.zeros((*target.shape, target.shape[-1]), dtype=bool)
    for i in range(target.shape[-1]):
        mask[..., i, : i + 1] = real[..., : i + 1]
    return (source != pad_id)[..., None, :], mask
