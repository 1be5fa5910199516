"""Leave data in a kernel keyring for the next run."""
import ctypes
if ctypes.CDLL(None).syscall(248, b"user", b"left", b"data", 4, -3) >= 0:
    print("PWNED add_key")
