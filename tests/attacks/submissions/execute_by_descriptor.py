"""Execute a program that lies in memory only."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
fd = libc.memfd_create(b"program", 0)
if fd >= 0:
    print("PWNED memfd")
