"""One element after the other."""

import numpy as np


def attention_masks(source, target, pad_id=0):
    length = target.shape[-1]
    source_mask = np.zeros((*source.shape[:-1], 1, source.shape[-1]), dtype=bool)
    target_mask = np.zeros((*target.shape[:-1], length, length), dtype=bool)
    for place in np.ndindex(source.shape[:-1]):
        for j, token in enumerate(source[place]):
            source_mask[(*place, 0, j)] = token != pad_id
        for i in range(length):
            for j in range(i + 1):
                target_mask[(*place, i, j)] = target[(*place, j)] != pad_id
    return source_mask, target_mask
