"""Send a signal with data, by a call that is often forgotten."""
import ctypes
import os
libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(129, os.getppid(), 0, ctypes.create_string_buffer(128)) == 0:
    print("PWNED rt_sigqueueinfo")
