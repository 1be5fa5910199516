"""Become root."""
import os
if os.getuid() == 0:
    print("PWNED is root")
os.setuid(0)
print("PWNED root")
