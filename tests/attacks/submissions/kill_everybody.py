"""Ask whether it may signal everybody it can see."""
import os
os.kill(-1, 0)
print("PWNED may signal others")
