"""Delete a file."""
import os
os.unlink("@DROP@/victim")
print("PWNED unlink")
