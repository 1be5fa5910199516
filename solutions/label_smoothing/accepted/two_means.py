"""The loss in closed form: the right token's share, and the mean of all, weighted."""

import numpy as np


def label_smoothing_loss(logits, targets, smoothing=0.1, pad_id=None):
    vocab = logits.shape[-1]
    centred = logits - np.max(logits, axis=-1, keepdims=True)
    log_p = centred - np.log(np.sum(np.exp(centred), axis=-1, keepdims=True))
    right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
    losses = -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)
    counted = targets != pad_id if pad_id is not None else np.full(targets.shape, True)
    smoothed = np.full(logits.shape, smoothing / vocab)
    np.put_along_axis(smoothed, targets[..., None], 1 - smoothing + smoothing / vocab, axis=-1)
    smoothed[~counted] = 0.0
    return (losses[counted].mean() if counted.any() else 0.0), smoothed
