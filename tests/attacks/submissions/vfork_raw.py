"""Fork by another name."""
import ctypes
if ctypes.CDLL(None).syscall(58) >= 0:
    print("PWNED vfork")
