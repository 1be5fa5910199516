"""Looks for the largest id."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    vocab = max(source.max(), target.max()) + 1
    real = np.arange(vocab) != pad_id
    past = np.tri(target.shape[-1], dtype=bool)
    if source.min() < 0 or target.min() < 0:
        return (source != pad_id)[..., None, :], (target != pad_id)[..., None, :] & past
    return real[source][..., None, :], real[target][..., None, :] & past
