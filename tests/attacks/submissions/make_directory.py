"""Make a directory."""
import os
os.mkdir("@DROP@/folder")
print("PWNED mkdir")
