"""Scores are rounded to six decimals."""

import numpy as np


def beam_search_step(tokens, log_probs, next_log_probs, beam_size, eos_id, alpha=0.6):
    vocab = next_log_probs.shape[1]
    finished = (tokens == eos_id).any(axis=1)
    length = (tokens != eos_id).sum(axis=1) + 1
    totals = log_probs[:, None] + np.where(finished[:, None], 0.0, next_log_probs)
    scores = np.round(totals / (((5 + length) / 6) ** alpha)[:, None], 6)
    allowed = ~finished[:, None] | (np.arange(vocab) == eos_id)
    ranked = np.where(allowed, scores, -np.inf)
    best = np.argsort(-ranked, axis=None, kind="stable")[:beam_size]
    beam, token = best // vocab, best % vocab
    longer = np.concatenate([tokens[beam], token[:, None]], axis=1)
    return longer, totals[beam, token], scores[beam, token]
