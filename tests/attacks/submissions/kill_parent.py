"""Ask whether it may signal the process that forks."""
import os
os.kill(os.getppid(), 0)
print("PWNED may signal its parent")
