"""Hide data in an extended attribute of a file."""
import os
os.setxattr("@DROP@/victim", "user.hidden", b"1")
print("PWNED setxattr")
