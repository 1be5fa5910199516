"""Every position may look at itself, padding or not."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    length = target.shape[-1]
    visible = (target != pad_id)[..., None, :] & np.tri(length, dtype=bool)
    return (source != pad_id)[..., None, :], visible | np.eye(length, dtype=bool)
