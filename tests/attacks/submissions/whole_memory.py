"""Search its whole memory for another's secret, fault by fault."""
import ctypes
import gc
word = "@TOKEN@"
for value in gc.get_objects():
    if type(value) in (list, tuple) and any(type(v) is bytes and word.encode() in v for v in value):
        print("PWNED bytes of another")
