"""Slices of the last axis, head by head, into arrays of their own."""

import numpy as np


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def slices(self, d_k):
        return [slice(h * d_k, (h + 1) * d_k) for h in range(self.num_heads)]

    def split(self, x):
        d_k = x.shape[-1] // self.num_heads
        heads = np.empty((*x.shape[:-2], self.num_heads, x.shape[-2], d_k))
        for h, columns in enumerate(self.slices(d_k)):
            heads[..., h, :, :] = x[..., columns]
        return heads

    def merge(self, heads):
        d_k = heads.shape[-1]
        x = np.empty((*heads.shape[:-3], heads.shape[-2], self.num_heads * d_k))
        for h, columns in enumerate(self.slices(d_k)):
            x[..., columns] = heads[..., h, :, :]
        return x
