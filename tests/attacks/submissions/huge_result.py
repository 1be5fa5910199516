"""A result that is larger than the memory for results."""
import numpy as np
def feed_forward(x, W1, b1, W2, b2):
    return np.zeros(8_000_000)
