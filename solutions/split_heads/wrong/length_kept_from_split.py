"""Notes the length of the sentence for the way back."""


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads
        self.seq = None

    def split(self, x):
        *batch, seq, width = x.shape
        self.seq = seq
        parts = x.reshape(*batch, seq, self.num_heads, width // self.num_heads)
        return parts.swapaxes(-2, -3)

    def merge(self, heads):
        *batch, _, seq, _ = heads.shape
        seq = seq if self.seq is None else self.seq
        return heads.swapaxes(-2, -3).reshape(*batch, seq, -1)
