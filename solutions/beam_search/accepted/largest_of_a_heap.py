"""A generator of candidates, of which a heap keeps the largest."""

import heapq
import math

import numpy as np


def _candidates(tokens, log_probs, next_log_probs, eos_id, alpha):
    for row, start, steps in zip(tokens, log_probs, next_log_probs, strict=True):
        real = int(np.count_nonzero(row != eos_id))
        penalty = math.pow((6 + real) / 6, alpha)
        if real < len(row):
            yield start / penalty, start, row, eos_id
            continue
        for token, step in enumerate(steps):
            yield (start + step) / penalty, start + step, row, token


def beam_search_step(tokens, log_probs, next_log_probs, beam_size, eos_id, alpha=0.6):
    found = enumerate(_candidates(tokens, log_probs, next_log_probs, eos_id, alpha))
    chosen = heapq.nlargest(beam_size, found, key=lambda item: (item[1][0], -item[0]))
    longer = np.empty((beam_size, tokens.shape[1] + 1), dtype=np.int64)
    totals, scores = np.empty(beam_size), np.empty(beam_size)
    for place, (_, (score, total, row, token)) in enumerate(chosen):
        longer[place, :-1] = row
        longer[place, -1] = token
        totals[place], scores[place] = total, score
    return longer, totals, scores
