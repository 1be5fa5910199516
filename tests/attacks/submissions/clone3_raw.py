"""Fork by a call whose arguments a filter cannot see."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
arguments = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17)
child = libc.syscall(435, arguments, 88)
if child == 0:
    libc._exit(0)
if child > 0:
    print("PWNED clone3")
