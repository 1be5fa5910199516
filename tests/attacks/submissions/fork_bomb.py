"""Fork until nothing works any more."""
import os
for _ in range(30):
    if os.fork() == 0:
        import time
        time.sleep(3)
        os._exit(0)
    print("PWNED fork")
