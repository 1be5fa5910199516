"""Reach for large kernel interfaces: BPF, perf, userfaultfd."""
import ctypes
libc = ctypes.CDLL(None)
buffer = ctypes.create_string_buffer(128)
for number, arguments in ((321, (0, buffer, 64)), (298, (buffer, 0, -1, -1, 0)), (323, (1,))):
    if libc.syscall(number, *arguments) >= 0:
        print("PWNED", number)
