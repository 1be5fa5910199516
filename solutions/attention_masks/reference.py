"""Masks of padding and of the future: what every submission is compared with."""

import numpy as np


def attention_masks(
    source: np.ndarray, target: np.ndarray, pad_id: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Return the masks of source and target, True where a token may be looked at."""
    source_mask = (source != pad_id)[..., np.newaxis, :]
    target_mask = (target != pad_id)[..., np.newaxis, :]
    return source_mask, target_mask & np.tri(target.shape[-1], dtype=bool)
