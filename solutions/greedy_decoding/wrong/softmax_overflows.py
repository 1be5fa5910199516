"""Exponentials of the logits as they are."""

import numpy as np


def greedy_step(logits, tokens, eos_id, pad_id=0):
    ended = (tokens == eos_id).any(axis=1)
    with np.errstate(all="ignore"):
        raised = np.exp(logits[:, -1])
        best = (raised / raised.sum(axis=1, keepdims=True)).argmax(axis=1)
    new = np.where(ended, pad_id, best)
    longer = np.concatenate([tokens, new[:, None]], axis=1)
    return longer, ended | (new == eos_id)
