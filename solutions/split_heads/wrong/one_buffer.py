"""Writes all results of a shape into the same array."""

import numpy as np

_buffers = {}


def kept(array):
    buffer = _buffers.setdefault(array.shape, np.empty(array.shape))
    buffer[...] = array
    return buffer


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        *batch, seq, width = x.shape
        parts = x.reshape(*batch, seq, self.num_heads, width // self.num_heads)
        return kept(parts.swapaxes(-2, -3))

    def merge(self, heads):
        *batch, number, seq, d_k = heads.shape
        return kept(heads.swapaxes(-2, -3).reshape(*batch, seq, number * d_k))
