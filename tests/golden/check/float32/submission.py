import numpy as np


def feed_forward(x, W1, b1, W2, b2):
    x = x.astype(np.float32)
    y = np.maximum(x @ W1.astype(np.float32) + b1, 0) @ W2 + b2
    return y.astype(float)
