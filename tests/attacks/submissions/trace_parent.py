"""Trace the parent."""
import ctypes
import os
if ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == 0:
    print("PWNED ptrace")
