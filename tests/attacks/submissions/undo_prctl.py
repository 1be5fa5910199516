"""Undo what its set-up has done: dumpable, death with the parent."""
import ctypes
libc = ctypes.CDLL(None)
if libc.prctl(4, 1, 0, 0, 0) == 0 or libc.prctl(1, 0, 0, 0, 0) == 0:
    print("PWNED prctl")
