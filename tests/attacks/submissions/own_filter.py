"""Put a system call filter of its own over ours."""
import ctypes
filter_ = (ctypes.c_uint64 * 1)(0x7FFF000000000006)
program = (ctypes.c_uint64 * 2)(1, ctypes.addressof(filter_))
if ctypes.CDLL(None).prctl(22, 2, program, 0, 0) == 0:
    print("PWNED seccomp")
