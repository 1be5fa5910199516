"""Cut the memory of the results short, so that its reader is killed."""
import mmap
import gc
for value in gc.get_objects():
    if type(value) is mmap.mmap:
        value.resize(4096)
        print("PWNED resized")
