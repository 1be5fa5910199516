"""Change the times of a file."""
import os
os.utime("@DROP@/victim", (1, 1))
print("PWNED utime")
