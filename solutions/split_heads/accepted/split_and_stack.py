"""Cuts along the last axis and stacks; joins along the last axis."""

import numpy as np


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        return np.stack(np.split(x, self.num_heads, axis=-1), axis=-3)

    def merge(self, heads):
        return np.concatenate([heads[..., h, :, :] for h in range(self.num_heads)], axis=-1)
