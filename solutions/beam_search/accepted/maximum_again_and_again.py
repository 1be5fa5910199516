"""Takes the first maximum, removes it, and takes the next one."""

import numpy as np


def beam_search_step(tokens, log_probs, next_log_probs, beam_size, eos_id, alpha=0.6):
    beams = len(next_log_probs)
    longer = np.zeros((beam_size, tokens.shape[1] + 1), dtype=np.int64)
    chosen = []
    steps = next_log_probs.copy()
    ended = np.any(tokens == eos_id, axis=1)
    steps[ended] = -np.inf
    steps[ended, eos_id] = 0.0
    totals = np.add(log_probs.reshape(beams, 1), steps)
    lengths = tokens.shape[1] - np.sum(tokens == eos_id, axis=1) + 1
    scores = totals * np.power(6.0 / (5.0 + lengths), alpha).reshape(beams, 1)
    left = scores.copy()
    for place in range(beam_size):
        beam, token = np.unravel_index(np.argmax(left), left.shape)
        longer[place] = np.append(tokens[beam], token)
        chosen.append((totals[beam, token], scores[beam, token]))
        left[beam, token] = -np.inf
    return longer, *(np.array(column) for column in zip(*chosen, strict=True))
