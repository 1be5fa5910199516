"""Leave a POSIX message queue behind."""
import ctypes
if ctypes.CDLL(None).syscall(240, b"left", 0o102, 0o666, None) >= 0:
    print("PWNED mq_open")
