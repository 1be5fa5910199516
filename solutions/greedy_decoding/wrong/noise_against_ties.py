"""A little noise on every logit."""

import numpy as np


def greedy_step(logits, tokens, eos_id, pad_id=0):
    ended = (tokens == eos_id).any(axis=1)
    noise = 1e-6 * np.sin(np.arange(logits.shape[2]) + 1.0)
    best = (logits[:, -1] + noise).argmax(axis=1)
    new = np.where(ended, pad_id, best)
    longer = np.concatenate([tokens, new[:, None]], axis=1)
    return longer, ended | (new == eos_id)
