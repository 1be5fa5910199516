"""Label smoothing and its cross-entropy: what every submission is compared with."""

import numpy as np


def label_smoothing_loss(
    logits: np.ndarray, targets: np.ndarray, smoothing: float = 0.1, pad_id: int | None = None
) -> tuple[float, np.ndarray]:
    """Return the mean loss of the positions that count, and the smoothed targets of all."""
    vocab = logits.shape[-1]
    right = targets[..., np.newaxis] == np.arange(vocab)
    counted = np.ones(targets.shape, dtype=bool) if pad_id is None else targets != pad_id
    smoothed = ((1 - smoothing) * right + smoothing / vocab) * counted[..., np.newaxis]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    count = int(counted.sum())
    loss = -(smoothed * log_p).sum() / count if count else 0.0
    return float(loss), smoothed
