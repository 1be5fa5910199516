"""Renumbers there and back."""


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        *batch, seq, width = x.shape
        return x.reshape(*batch, self.num_heads, seq, width // self.num_heads)

    def merge(self, heads):
        *batch, number, seq, d_k = heads.shape
        return heads.reshape(*batch, seq, number * d_k)
