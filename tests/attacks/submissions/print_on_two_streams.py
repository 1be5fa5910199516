"""Print up to the limit on each of the two streams."""
import os
for fd in (1, 2) * 2000:
    os.write(fd, b"A" * 1000)
