"""Rename a file."""
import os
os.rename("@DROP@/victim", "@DROP@/gone")
print("PWNED rename")
