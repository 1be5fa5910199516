"""Print more than is allowed, past Python's buffers."""
import os
written = 0
for _ in range(2000):
    written += os.write(1, b"A" * 100_000)
if written > 10_000_000:
    print("PWNED 10 MB")
