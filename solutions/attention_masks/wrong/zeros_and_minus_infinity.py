"""What is to be added to scores."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    visible = (target != pad_id)[..., None, :] & np.tri(target.shape[-1], dtype=bool)
    source_visible = (source != pad_id)[..., None, :]
    return np.where(source_visible, 0.0, -np.inf), np.where(visible, 0.0, -np.inf)
