"""Read the environment of the parent and of process 1."""
import os
for process in (os.getppid(), 1):
    try:
        print("PWNED", len(open(f"/proc/{process}/environ", "rb").read()))
    except OSError as error:
        last = error
raise last
