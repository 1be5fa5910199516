"""The outer product of a comparison, and the hidden in the place of the visible."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    index = np.arange(target.shape[-1])
    future = np.less.outer(index, index)
    hidden = future | (target == pad_id)[..., None, :]
    return ~(source == pad_id)[..., None, :], ~hidden
