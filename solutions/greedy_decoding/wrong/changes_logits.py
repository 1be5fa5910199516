"""Excludes the padding in the caller's logits."""

import numpy as np


def greedy_step(logits, tokens, eos_id, pad_id=0):
    logits[:, -1, pad_id] = np.where(
        logits[:, -1, pad_id] == logits[:, -1].max(axis=1), logits[:, -1, pad_id], -np.inf
    )
    ended = (tokens == eos_id).any(axis=1)
    best = logits[:, -1].argmax(axis=1)
    new = np.where(ended, pad_id, best)
    longer = np.concatenate([tokens, new[:, None]], axis=1)
    return longer, ended | (new == eos_id)
