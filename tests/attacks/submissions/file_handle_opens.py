"""Open a file by handle, which ignores every path check."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
handle = ctypes.create_string_buffer((128).to_bytes(4, "little") + bytes(132), 136)
mount = ctypes.c_int()
if libc.name_to_handle_at(-100, b"@SECRET@/reference.py", handle, ctypes.byref(mount), 0) == 0:
    print("PWNED handle")
