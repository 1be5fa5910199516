"""A step of beam search: what every submission is compared with."""

import numpy as np


def beam_search_step(
    tokens: np.ndarray,
    log_probs: np.ndarray,
    next_log_probs: np.ndarray,
    beam_size: int,
    eos_id: int,
    alpha: float = 0.6,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the best hypotheses, each longer by a token, their log-probabilities and scores."""
    finished = np.any(tokens == eos_id, axis=1, keepdims=True)
    length = np.sum(tokens != eos_id, axis=1) + 1
    penalty = ((5 + length) / 6) ** alpha
    may_follow = ~finished | (np.arange(next_log_probs.shape[1]) == eos_id)
    beam, token = np.nonzero(may_follow)
    totals = log_probs[beam] + np.where(finished, 0.0, next_log_probs)[beam, token]
    scores = totals / penalty[beam]
    best = np.argsort(-scores, kind="stable")[:beam_size]
    longer = np.concatenate([tokens[beam[best]], token[best, np.newaxis]], axis=1)
    return longer, totals[best], scores[best]
