"""One long axis in front, a transpose with all axes named, and the leading axes restored."""

from math import prod


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        *batch, seq, width = x.shape
        d_k = width // self.num_heads
        parts = x.reshape(prod(batch), seq, self.num_heads, d_k).transpose(0, 2, 1, 3)
        return parts.reshape(*batch, self.num_heads, seq, d_k)

    def merge(self, heads):
        *batch, number, seq, d_k = heads.shape
        parts = heads.reshape(prod(batch), number, seq, d_k).transpose(0, 2, 1, 3)
        return parts.reshape(*batch, seq, number * d_k)
