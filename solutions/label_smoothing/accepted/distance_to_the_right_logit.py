"""Everything relative to the logit of the right token, then the largest distance for safety."""

import numpy as np


def label_smoothing_loss(logits, targets, smoothing=0.1, pad_id=None):
    vocab = logits.shape[-1]
    index = np.expand_dims(targets, -1)
    uniform = np.full_like(logits, 1.0 / vocab, order="C")
    point = np.zeros_like(uniform)
    np.put_along_axis(point, index, 1.0, axis=-1)
    mixed = uniform * smoothing + point * (1.0 - smoothing)
    weight = np.ones(targets.shape) if pad_id is None else (targets != pad_id).astype(float)
    mixed *= weight[..., None]
    ahead = logits.max(axis=-1, keepdims=True) - logits
    surprise = ahead + np.log(np.exp(-ahead).sum(axis=-1, keepdims=True))
    total = (mixed * surprise).sum(axis=-1).sum()
    return float(total / max(weight.sum(), 1.0)), mixed
