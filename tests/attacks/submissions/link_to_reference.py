"""Make a second name for the reference, and a symbolic one."""
import os
for make in (os.symlink, os.link):
    try:
        make("@SECRET@/reference.py", "@DROP@/name")
        print("PWNED link")
    except OSError as error:
        last = error
raise last
