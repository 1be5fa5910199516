"""Written from the statement alone."""

import numpy as np


def label_smoothing_loss(logits, targets, smoothing=0.1, pad_id=None):
    vocab = logits.shape[-1]
    counts = np.ones(targets.shape, dtype=bool) if pad_id is None else targets != pad_id
    q = np.full(logits.shape, smoothing / vocab)
    q += (1 - smoothing) * (targets[..., None] == np.arange(vocab))
    q *= counts[..., None]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = -(q * log_p).sum(axis=-1)
    n = int(counts.sum())
    return (float(losses.sum() / n) if n else 0.0), q
