"""Fork into new namespaces."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
child = libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0)
if child == 0:
    libc._exit(0)
if child > 0:
    print("PWNED clone")
