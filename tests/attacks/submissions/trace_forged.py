"""Send text that looks like the trace of a fatal signal, but is cut where a number should be."""
import ctypes
import os
for fd in range(3, 64):
    try:
        os.write(fd, b'Fatal\n  File "submission.py", line \n  File "submission.py", line \xd9\xa3 in \n')
    except OSError:
        pass
ctypes.string_at(0)
