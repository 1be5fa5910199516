"""Open its own descriptors again through /proc, with more rights."""
import os
for fd in range(64):
    for mode in (os.O_RDWR, os.O_RDONLY):
        try:
            os.open(f"/proc/self/fd/{fd}", mode)
            print("PWNED", fd)
        except OSError as error:
            last = error
raise last
