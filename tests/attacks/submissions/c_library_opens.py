"""Open a file by the C library, past everything in Python."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
fd = libc.open(b"@SECRET@/reference.py", 0)
if fd >= 0:
    print("PWNED opened")
