"""Deals the numbers out and collects them again, one from each head in turn."""

import numpy as np


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        *batch, seq, width = x.shape
        parts = x.reshape(*batch, seq, width // self.num_heads, self.num_heads)
        return np.moveaxis(parts, -1, -3)

    def merge(self, heads):
        *batch, number, seq, d_k = heads.shape
        return np.moveaxis(heads, -3, -1).reshape(*batch, seq, number * d_k)
