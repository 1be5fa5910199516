"""Splitting and merging heads: what every submission is compared with."""

import numpy as np


class Heads:
    """Cuts vectors into heads, and puts heads together to vectors."""

    def __init__(self, num_heads: int) -> None:
        """Keep the number of heads."""
        self.num_heads = num_heads

    def split(self, x: np.ndarray) -> np.ndarray:
        """(*batch, seq, num_heads * d_k) -> (*batch, num_heads, seq, d_k)."""
        *batch, seq, width = x.shape
        parts = x.reshape(*batch, seq, self.num_heads, width // self.num_heads)
        return np.swapaxes(parts, -2, -3)

    def merge(self, heads: np.ndarray) -> np.ndarray:
        """(*batch, num_heads, seq, d_k) -> (*batch, seq, num_heads * d_k)."""
        parts = np.swapaxes(heads, -2, -3)
        *batch, seq, number, d_k = parts.shape
        return parts.reshape(*batch, seq, number * d_k)
