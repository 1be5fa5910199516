"""A result of signalling NaNs."""
import numpy as np
def feed_forward(x, W1, b1, W2, b2):
    out = np.empty(x.shape)
    out.view(np.uint64)[...] = 0x7FF4DEAD00000001
    return out
