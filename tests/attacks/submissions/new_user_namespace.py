"""Become root in a user namespace."""
import ctypes
if ctypes.CDLL(None).unshare(0x10000000) == 0:
    print("PWNED unshare")
