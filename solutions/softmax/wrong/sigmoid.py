"""Each score by itself."""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(-np.logaddexp(0.0, -x))
