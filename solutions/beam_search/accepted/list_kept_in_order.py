"""Puts every candidate into its place of a list that is kept sorted and short."""

from bisect import insort

import numpy as np


def beam_search_step(tokens, log_probs, next_log_probs, beam_size, eos_id, alpha=0.6):
    kept = []
    for index in np.ndindex(next_log_probs.shape):
        beam, token = index
        ended = bool(tokens.shape[1]) and bool(tokens[beam, -1] == eos_id)
        if ended and token != eos_id:
            continue
        total = log_probs[beam] + (0.0 if ended else next_log_probs[index])
        length = 1 + sum(1 for old in tokens[beam] if old != eos_id)
        score = total / ((5 + length) / (5 + 1)) ** alpha
        insort(kept, (-score, total, score, beam, token), key=lambda entry: entry[0])
        del kept[beam_size:]
    _, totals, scores, beams, new = (np.array(part) for part in zip(*kept, strict=True))
    longer = np.insert(tokens[beams], tokens.shape[1], new, axis=1)
    return longer, totals, scores
