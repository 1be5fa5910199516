"""Read the parent's memory by process_vm_readv."""
import ctypes
import os
import numpy as np
class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
buffer = ctypes.create_string_buffer(16)
here, there = Vector(ctypes.addressof(buffer), 16), Vector(id(np), 16)
count = ctypes.CDLL(None).process_vm_readv(os.getppid(), ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
if count > 0:
    print("PWNED read", count)
