"""Give itself capabilities."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
header = (ctypes.c_uint32 * 2)(0x20080522, 0)
data = (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
if libc.capset(header, data) == 0:
    print("PWNED capset")
