"""Replace the type of arrays."""
import numpy as np
real = np.ndarray
class Fake(real):
    pass
np.ndarray = Fake
import numpy._core.multiarray as multiarray
multiarray.ndarray = Fake
