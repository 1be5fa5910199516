"""Look for other processes that it may signal."""
import os
for process in range(2, 300):
    if process != os.getpid():
        try:
            os.kill(process, 0)
            print("PWNED may signal", process)
        except ProcessLookupError:
            pass
