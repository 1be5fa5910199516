"""The first part for all heads."""

import numpy as np


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        first = x[..., None, :, : x.shape[-1] // self.num_heads]
        return np.repeat(first, self.num_heads, axis=-3)

    def merge(self, heads):
        *batch, number, seq, d_k = heads.shape
        return heads.swapaxes(-2, -3).reshape(*batch, seq, number * d_k)
