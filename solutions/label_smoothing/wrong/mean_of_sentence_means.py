"""The mean of the means of the sentences."""

import numpy as np


def label_smoothing_loss(logits, targets, smoothing=0.1, pad_id=None):
    vocab = logits.shape[-1]
    right = targets[..., None] == np.arange(vocab)
    counted = np.ones(targets.shape, dtype=bool) if pad_id is None else targets != pad_id
    smoothed = ((1 - smoothing) * right + smoothing / vocab) * counted[..., None]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    each = -(smoothed * log_p).sum(axis=-1)
    rows = each.reshape(-1, each.shape[-1]) if each.ndim else each.reshape(1, 1)
    valid = counted.reshape(rows.shape)
    means = [row[v].mean() for row, v in zip(rows, valid, strict=True) if v.any()]
    loss = sum(means) / len(means) if means else 0.0
    return float(loss), smoothed
