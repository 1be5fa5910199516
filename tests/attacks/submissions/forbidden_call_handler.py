"""Handle the signal of a forbidden call, and believe that the call worked."""
import os
import signal
signal.signal(signal.SIGSYS, lambda *_: None)
if os.fork() == 0:
    os._exit(0)
print("PWNED fork")
