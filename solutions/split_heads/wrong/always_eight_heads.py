"""Eight heads where they fit."""


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads
        self.wanted = 8

    def split(self, x):
        *batch, seq, width = x.shape
        number = self.wanted if width % self.wanted == 0 and width else self.num_heads
        return x.reshape(*batch, seq, number, width // number).swapaxes(-2, -3)

    def merge(self, heads):
        *batch, number, seq, d_k = heads.shape
        return heads.swapaxes(-2, -3).reshape(*batch, seq, number * d_k)
