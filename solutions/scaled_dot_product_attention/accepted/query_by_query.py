"""One query after the other, over the keys that it may look at."""

import math

import numpy as np


def weights_of(scores):
    top = max(scores, default=0.0)
    terms = [math.exp(score - top) for score in scores]
    total = math.fsum(terms)
    return [term / total for term in terms]


def scaled_dot_product_attention(Q, K, V, mask=None):
    shape = (*Q.shape[:-1], K.shape[-2])
    visible = np.broadcast_to(True if mask is None else mask, shape)
    output, weights = np.zeros((*Q.shape[:-1], V.shape[-1])), np.zeros(shape)
    for place in np.ndindex(Q.shape[:-1]):
        keys = np.flatnonzero(visible[place])
        scores = [float(Q[place] @ K[place[:-1]][j]) / math.sqrt(Q.shape[-1]) for j in keys]
        for j, weight in zip(keys, weights_of(scores), strict=True):
            weights[place][j] = weight
            output[place] += weight * V[place[:-1]][j]
    return output, weights
