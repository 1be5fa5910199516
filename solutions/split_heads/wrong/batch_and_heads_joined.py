"""One axis for sentences and heads."""

import math


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        *batch, seq, width = x.shape
        parts = x.reshape(*batch, seq, self.num_heads, width // self.num_heads)
        joined = math.prod(batch) * self.num_heads
        return parts.swapaxes(-2, -3).reshape(joined, seq, width // self.num_heads)

    def merge(self, heads):
        *batch, number, seq, d_k = heads.shape
        return heads.swapaxes(-2, -3).reshape(*batch, seq, number * d_k)
