"""Signal its process group."""
import os
os.killpg(0, 0)
print("PWNED may signal its group")
