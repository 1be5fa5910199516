"""Ask by access(2) whether a file is there."""
import os
if os.access("@SECRET@/reference.py", os.F_OK):
    print("PWNED it is there")
