"""An interpreter that takes this machine for a Mac, as far as Python can be told so.

With this folder in PYTHONPATH every interpreter imports this first: the system has another name,
and what `os` has on Linux only is gone. So the package does what it does there, with level D, and
whatever asks Linux for something fails. What another system's kernel, libraries and file system
do, only that system can show.
"""

# The first four ask for the system while they are imported, and have to hear the truth.
import asyncio  # noqa: F401
import multiprocessing.util  # noqa: F401
import os
import platform
import select
import subprocess  # noqa: F401
import sys
import sysconfig

#: "Availability: Linux" in Python's documentation.
_OF_LINUX = """
    MFD_CLOEXEC O_PATH copy_file_range eventfd eventfd_read eventfd_write getrandom getresgid
    getresuid getxattr listxattr memfd_create pidfd_open pipe2 posix_fadvise posix_fallocate
    removexattr sched_getaffinity sched_getparam sched_setaffinity sched_setscheduler setns
    setresgid setresuid setxattr splice unshare
"""

sysconfig.get_config_vars()  # of this interpreter: there is none for the other system
sys.platform = "darwin"
platform.system = lambda: "Darwin"
del select.epoll
for _name in _OF_LINUX.split():
    if hasattr(os, _name):
        delattr(os, _name)
