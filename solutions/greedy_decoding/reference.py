"""A step of greedy decoding: what every submission is compared with."""

import numpy as np


def greedy_step(
    logits: np.ndarray, tokens: np.ndarray, eos_id: int, pad_id: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Return the sequences, each longer by a token, and which of them have ended."""
    ended = (tokens == eos_id).any(axis=1)
    best = logits[:, -1].argmax(axis=1)
    new = np.where(ended, pad_id, best)
    return np.concatenate([tokens, new[:, np.newaxis]], axis=1), ended | (new == eos_id)
