"""Python's floats and exact sums, one position after the other."""

import math

import numpy as np


def label_smoothing_loss(logits, targets, smoothing=0.1, pad_id=None):
    vocab = logits.shape[-1]
    smoothed = np.zeros(logits.shape)
    losses = []
    for place in np.ndindex(targets.shape):
        target = int(targets[place])
        if pad_id is not None and target == pad_id:
            continue
        row = [float(z) for z in logits[place]]
        top = max(row)
        norm = math.log(math.fsum(math.exp(z - top) for z in row))
        shares = [smoothing / vocab] * vocab
        shares[target] += 1 - smoothing
        smoothed[place] = shares
        losses.append(math.fsum(q * (norm - (z - top)) for q, z in zip(shares, row, strict=True)))
    return (math.fsum(losses) / len(losses) if losses else 0.0), smoothed
