"""Use the memory of the results as memory."""
import gc
import mmap
blocks = [o for o in gc.get_objects() if type(o) is mmap.mmap]
blocks += [m.obj for m in gc.get_objects() if type(m) is memoryview and type(m.obj) is mmap.mmap]
for block in blocks:
    try:
        block[: len(block)] = b"x" * len(block)
    except (TypeError, MemoryError):
        pass
