"""Lists all candidates as tuples and sorts them."""

import numpy as np


def beam_search_step(tokens, log_probs, next_log_probs, beam_size, eos_id, alpha=0.6):
    candidates = []
    for beam, tokens_so_far in enumerate(tokens.tolist()):
        log_prob = float(log_probs[beam])
        if eos_id in tokens_so_far:
            choices = [(eos_id, log_prob)]
            length = tokens_so_far.index(eos_id) + 1
        else:
            choices = [(v, log_prob + p) for v, p in enumerate(next_log_probs[beam].tolist())]
            length = len(tokens_so_far) + 1
        penalty = (5 + length) ** alpha / (5 + 1) ** alpha
        for token, total in choices:
            candidates.append((-total / penalty, beam, token, total, [*tokens_so_far, token]))
    chosen = sorted(candidates)[:beam_size]
    return (
        np.array([longer for *_, longer in chosen], dtype=np.int64),
        np.array([total for _, _, _, total, _ in chosen]),
        np.array([-negative for negative, *_ in chosen]),
    )
