"""Look for what others have left in memory that was given back."""
import numpy as np
word = "@TOKEN@".encode()[:12]
for size in [1 << k for k in range(6, 22)] * 20:
    memory = np.empty(size, np.uint8).tobytes()
    if word in memory:
        print("PWNED stale memory")
