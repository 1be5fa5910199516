"""Map a file through NumPy."""
import numpy as np
print("PWNED", np.memmap("@SECRET@/reference.py", mode="r").tobytes())
