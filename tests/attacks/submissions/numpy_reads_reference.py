"""Let NumPy's C code open a file."""
import numpy as np
print("PWNED", np.fromfile("@SECRET@/reference.py", np.uint8).tobytes())
