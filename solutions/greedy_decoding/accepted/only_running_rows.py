"""Fills with padding first and works on the sequences that go on."""

import numpy as np


def greedy_step(logits, tokens, eos_id, pad_id=0):
    batch, length = tokens.shape
    longer = np.full((batch, length + 1), pad_id, dtype=np.int64)
    longer[:, :length] = tokens
    running = np.flatnonzero(~np.isin(tokens, [eos_id]).any(axis=1))
    longer[running, -1] = logits[running, -1].argmax(axis=1)
    return longer, np.count_nonzero(longer == eos_id, axis=1) > 0
