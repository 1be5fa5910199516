"""One slice after the other, with Python's numbers and an exact sum."""

import math

import numpy as np


def weights_of(scores):
    top = max(scores)
    terms = [math.exp(score - top) for score in scores]
    total = math.fsum(terms)
    return [term / total for term in terms]


def softmax(x, axis=-1):
    if x.size == 0:
        return np.zeros(x.shape)
    return np.apply_along_axis(lambda scores: weights_of(scores.tolist()), axis, x)
