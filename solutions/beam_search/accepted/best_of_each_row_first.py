"""Sorts within each hypothesis, and then among the best of all of them."""

import numpy as np


def beam_search_step(tokens, log_probs, next_log_probs, beam_size, eos_id, alpha=0.6):
    rows = []
    for beam, steps in enumerate(next_log_probs):
        ended = np.isin(eos_id, tokens[beam])
        token = np.array([eos_id]) if ended else np.argsort(-steps, kind="stable")[:beam_size]
        total = log_probs[beam] + (0.0 if ended else steps[token])
        count = 1 + np.sum(tokens[beam] != eos_id)
        score = total / np.divide(5 + count, 6) ** alpha + np.zeros(len(token))
        before = np.broadcast_to(tokens[beam], (len(token), tokens.shape[1]))
        rows.append((np.c_[before, token], total + np.zeros(len(token)), score))
    longer, totals, scores = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    best = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)[:beam_size]
    return longer[best].astype(np.int64), totals[best], scores[best]
