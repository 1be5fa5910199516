"""Change the execution domain, so that readable memory can be executed."""
import ctypes
if ctypes.CDLL(None).personality(0x0400000) >= 0:
    print("PWNED personality")
