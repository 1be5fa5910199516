"""The formula of the statement, one number after the other."""

import numpy as np


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        d_k = x.shape[-1] // self.num_heads
        heads = np.zeros((*x.shape[:-2], self.num_heads, x.shape[-2], d_k))
        for place in np.ndindex(heads.shape):
            *batch, h, t, c = place
            heads[place] = x[(*batch, t, h * d_k + c)]
        return heads

    def merge(self, heads):
        d_k = heads.shape[-1]
        x = np.zeros((*heads.shape[:-3], heads.shape[-2], self.num_heads * d_k))
        for place in np.ndindex(x.shape):
            *batch, t, d = place
            x[place] = heads[(*batch, d // d_k, t, d % d_k)]
        return x
