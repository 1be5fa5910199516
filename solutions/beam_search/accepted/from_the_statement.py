"""Written from the statement alone."""

import numpy as np


def beam_search_step(tokens, log_probs, next_log_probs, beam_size, eos_id, alpha=0.6):
    candidates = []
    for i, row in enumerate(tokens.tolist()):
        if eos_id in row:
            n = row.index(eos_id) + 1
            options = [(eos_id, float(log_probs[i]))]
        else:
            n = len(row) + 1
            options = [(v, float(log_probs[i] + p)) for v, p in enumerate(next_log_probs[i])]
        penalty = ((5 + n) / 6) ** alpha
        candidates += [(-(p / penalty), i, v, p, [*row, v]) for v, p in options]
    best = sorted(candidates, key=lambda c: c[:3])[:beam_size]
    width = tokens.shape[1] + 1
    return (
        np.array([c[4] for c in best], dtype=np.int64).reshape(len(best), width),
        np.array([c[3] for c in best], dtype=float),
        np.array([-c[0] for c in best], dtype=float),
    )
