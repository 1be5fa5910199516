"""Draws a token with its probability."""

import numpy as np

_random = np.random.default_rng(0)


def greedy_step(logits, tokens, eos_id, pad_id=0):
    ended = (tokens == eos_id).any(axis=1)
    last = logits[:, -1]
    drawn = _random.gumbel(size=last.shape)
    best = (last + drawn).argmax(axis=1)
    new = np.where(ended, pad_id, best)
    longer = np.concatenate([tokens, new[:, None]], axis=1)
    return longer, ended | (new == eos_id)
