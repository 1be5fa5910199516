"""Shifts by the next whole number above the maximum: any shift close to it will do."""

import numpy as np


def softmax(x, axis=-1):
    terms = np.exp(x - np.ceil(np.amax(x, axis, keepdims=True)))
    return np.divide(terms, np.add.reduce(terms, axis, keepdims=True))
