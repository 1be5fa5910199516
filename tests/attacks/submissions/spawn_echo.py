"""Start a program by posix_spawn."""
import os
os.posix_spawn("/bin/echo", ["echo", "PWNED"], {})
print("PWNED spawn")
