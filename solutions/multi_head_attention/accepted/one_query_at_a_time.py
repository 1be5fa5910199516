"""Three loops, and a weighted sum of values for each query of each head."""

import numpy as np


def multi_head_attention(Q, K, V, W_q, W_k, W_v, W_o, num_heads):
    q, k, v = Q @ W_q, K @ W_k, V @ W_v
    d_k = Q.shape[2] // num_heads
    joined = np.empty(Q.shape)
    for sequence in range(Q.shape[0]):
        for first in range(0, Q.shape[2], d_k):
            part = slice(first, first + d_k)
            for position in range(Q.shape[1]):
                scores = k[sequence, :, part].dot(q[sequence, position, part]) / np.sqrt(d_k)
                terms = np.exp(scores - max(scores))
                joined[sequence, position, part] = np.dot(terms, v[sequence, :, part]) / sum(terms)
    return joined @ W_o
