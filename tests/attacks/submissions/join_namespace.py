"""Join the namespaces of the parent."""
import ctypes
if ctypes.CDLL(None).setns(0, 0) == 0:
    print("PWNED setns")
