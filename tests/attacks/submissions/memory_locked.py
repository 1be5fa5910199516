"""Keep others from using memory."""
import ctypes
if ctypes.CDLL(None).mlockall(3) == 0:
    print("PWNED mlockall")
