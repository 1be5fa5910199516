"""Leave System V shared memory behind."""
import ctypes
if ctypes.CDLL(None).shmget(0x4711, 4096, 0o1666) >= 0:
    print("PWNED shmget")
