"""Ask for more of the processor."""
import os
os.setpriority(os.PRIO_PROCESS, 0, -20)
print("PWNED priority")
