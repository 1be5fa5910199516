"""Change the mode of a file."""
import os
os.chmod("@DROP@/victim", 0o777)
print("PWNED chmod")
