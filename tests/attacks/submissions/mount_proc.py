"""Mount a fresh /proc."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
if libc.mount(b"proc", b"/", b"proc", 0, None) == 0:
    print("PWNED mount")
