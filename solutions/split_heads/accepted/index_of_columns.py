"""An array of the numbers of columns, as an index."""

import numpy as np


class Heads:
    def __init__(self, num_heads):
        self.num_heads = num_heads

    def split(self, x):
        columns = np.arange(x.shape[-1]).reshape(self.num_heads, -1)
        return np.moveaxis(x[..., columns], -2, -3)

    def merge(self, heads):
        head, column = np.divmod(np.arange(self.num_heads * heads.shape[-1]), heads.shape[-1])
        return np.moveaxis(heads, -3, -2)[..., head, column]
