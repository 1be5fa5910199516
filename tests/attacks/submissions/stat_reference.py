"""Learn that a file exists, and its size, without opening it."""
import os
print("PWNED", os.stat("@SECRET@/reference.py").st_size)
