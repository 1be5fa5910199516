"""Fails if there is no position."""

import numpy as np


def label_smoothing_loss(logits, targets, smoothing=0.1, pad_id=None):
    lowest = logits.min()
    assert np.isfinite(lowest)
    vocab = logits.shape[-1]
    right = targets[..., None] == np.arange(vocab)
    counted = np.ones(targets.shape, dtype=bool) if pad_id is None else targets != pad_id
    smoothed = ((1 - smoothing) * right + smoothing / vocab) * counted[..., None]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    count = int(counted.sum())
    loss = -(smoothed * log_p).sum() / count if count else 0.0
    return float(loss), smoothed
