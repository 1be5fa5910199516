"""Leave a System V message queue and a semaphore behind."""
import ctypes
libc = ctypes.CDLL(None)
if libc.msgget(0x4712, 0o1666) >= 0 or libc.semget(0x4713, 1, 0o1666) >= 0:
    print("PWNED msgget")
