"""Sorts by score, then by hypothesis, then by token; the penalty by logarithms."""

import numpy as np


def beam_search_step(tokens, log_probs, next_log_probs, beam_size, eos_id, alpha=0.6):
    ended = np.array([eos_id in row for row in tokens.tolist()])
    running = np.flatnonzero(~ended)
    vocab = next_log_probs.shape[1]
    beam = np.concatenate([np.repeat(running, vocab), np.flatnonzero(ended)])
    token = np.concatenate(
        [np.tile(np.arange(vocab), len(running)), np.full(np.count_nonzero(ended), eos_id)]
    )
    steps = np.concatenate([next_log_probs[running].ravel(), np.zeros(np.count_nonzero(ended))])
    totals = log_probs[beam] + steps
    length = np.sum(tokens != eos_id, axis=1)[beam]
    scores = totals * np.exp(-alpha * np.log1p(length / 6))
    best = np.lexsort((token, beam, -scores))[:beam_size]
    longer = np.hstack([tokens[beam[best]], token[best].reshape(-1, 1)])
    return longer, totals[best], scores[best]
