"""Different numbers at each call."""
import numpy as np
def feed_forward(x, W1, b1, W2, b2):
    return np.random.default_rng().normal(size=x.shape)
