"""Read the memory of the parent through /proc."""
import os
maps = open(f"/proc/{os.getppid()}/maps").read()
print("PWNED", maps[:100])
