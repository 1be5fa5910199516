"""As a decoder runs: one position after the other, over the keys and values seen so far."""

import numpy as np


def norm(row, gamma, beta):
    centred = row - row.mean()
    deviation = np.hypot(np.linalg.norm(centred) / np.sqrt(row.size), 1e-3)
    return centred / deviation * gamma + beta


def look(query, keys, values, W_o, num_heads):
    """Let one position attend to the given keys, head by head."""
    total = np.zeros(query.shape)
    for part in np.split(np.arange(query.size), num_heads):
        if len(keys):
            scores = keys[:, part] @ query[part] / np.sqrt(part.size)
            terms = np.exp(scores - scores.max())
            total += (terms @ values[:, part] / terms.sum()) @ W_o[part]
    return total


def decode(row, rows, source, w, num_heads):
    keys, values = rows @ w["self_W_k"], rows @ w["self_W_v"]
    found = look(row @ w["self_W_q"], keys, values, w["self_W_o"], num_heads)
    h = norm(row + found, w["gamma1"], w["beta1"])
    keys, values = source @ w["cross_W_k"], source @ w["cross_W_v"]
    found = look(h @ w["cross_W_q"], keys, values, w["cross_W_o"], num_heads)
    h = norm(h + found, w["gamma2"], w["beta2"])
    hidden = h @ w["W1"] + w["b1"]
    return norm(h + (hidden * (hidden > 0)) @ w["W2"] + w["b2"], w["gamma3"], w["beta3"])


def decoder_block(x, memory, weights, num_heads, source_mask=None):
    result = np.empty(x.shape)
    for sequence, rows in enumerate(x):
        source = memory[sequence]
        if source_mask is not None:
            source = source[source_mask[sequence, 0]]
        for t, row in enumerate(rows):
            result[sequence, t] = decode(row, rows[: t + 1], source, weights, num_heads)
    return result
