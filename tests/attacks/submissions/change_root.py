"""Change root and directory to walk out of a jail."""
import os
try:
    os.chroot("/")
    print("PWNED chroot")
except OSError:
    os.chdir("/")
    print("PWNED chdir")
