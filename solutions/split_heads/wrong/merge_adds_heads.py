"""Adds the heads up."""


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        *batch, seq, width = x.shape
        parts = x.reshape(*batch, seq, self.num_heads, width // self.num_heads)
        return parts.swapaxes(-2, -3)

    def merge(self, heads):
        return heads.sum(axis=-3)
