"""Make memory that can be written and executed, and run machine code."""
import mmap
code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
print("PWNED executable memory")
