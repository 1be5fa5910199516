"""Start a shell by the C library."""
import os
if os.system("echo PWNED") == 0:
    print("PWNED system")
