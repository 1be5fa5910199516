"""A result of eight terabytes that takes eight bytes."""
import numpy as np
def feed_forward(x, W1, b1, W2, b2):
    return np.broadcast_to(np.float64(0), (10**6, 10**6))
