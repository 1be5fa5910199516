"""Take memory that does not count as its own."""
import mmap
memory = mmap.mmap(-1, 1200 << 20)
memory[::4096] = b"x" * len(memory[::4096])
print("PWNED 1.2 GB shared")
