"""Cut a file short without opening it."""
import os
os.truncate("@DROP@/victim", 0)
print("PWNED truncate")
