"""Make the file of the output large with a single byte."""
import os
os.lseek(1, 1 << 40, os.SEEK_SET)
os.write(1, b"x")
print("PWNED sparse file")
