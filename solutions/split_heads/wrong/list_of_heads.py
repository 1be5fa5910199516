"""A list of arrays."""

import numpy as np


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        return np.split(x, self.num_heads, axis=-1)

    def merge(self, heads):
        *batch, number, seq, d_k = heads.shape
        return heads.swapaxes(-2, -3).reshape(*batch, seq, number * d_k)
