"""Run code as submissions are run: below a zygote, behind the layers asked for.

A script for a fresh interpreter, which has no threads and may fork. Every code gets a child of
its own; how each ended is printed as JSON.
"""

import ctypes
import errno
import json
import mmap  # noqa: F401
import os
import resource
import signal
import socket  # noqa: F401
import subprocess  # noqa: F401
import sys
import threading  # noqa: F401
import time  # noqa: F401

request = json.loads(sys.argv[1])
sys.path.insert(0, request["packages"])

from grader.sandbox.confine import namespaces, privileges  # noqa: E402
from grader.sandbox.confine import syscalls as sc  # noqa: E402
from grader.sandbox.confine.child import ChildLimits, confine_child  # noqa: E402
from grader.sandbox.confine.layers import Layers  # noqa: E402
from grader.sandbox.confine.seccomp import build_filters  # noqa: E402
from grader.sandbox.confine.zygote import confine_zygote  # noqa: E402

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
layers = Layers.from_json(request["layers"])
filters = build_filters(files=request["files"]) if layers.seccomp else None
libc = ctypes.CDLL(None, use_errno=True)
answer = os.dup(1)
for number in (1, 2):
    os.dup2(os.memfd_create("printed"), number)
if request["user"] is not None:
    privileges.leave_groups(request["user"])
    privileges.become_user(request["user"])
    # As the process of an ordinary user is, who has not just been another.
    sc.prctl("dumpable", sc.PR_SET_DUMPABLE, 1)
exec(request["before"])
if layers.namespaces:
    namespaces.enter_namespaces(request["read_only"])
plan = confine_zygote(layers, filters, request["read_only"] if request["files"] != "none" else ())
sibling = 0


def start(code):
    """A child behind the layers that runs ``code``."""
    child = os.fork()
    if child:
        return child
    failed = 97
    try:
        os.close(answer)
        confine_child(plan, ChildLimits(**request["limits"]))
        failed = 1
        exec(compile(code, "submission.py", "exec"), {**globals(), "SIBLING": sibling})
        failed = 0
    except OSError as error:
        print("OSError", errno.errorcode.get(error.errno, error.errno), error)
    except BaseException as error:
        print(type(error).__name__, error)
    sys.stdout.flush()
    os._exit(failed)


def finish(child, seen):
    """How it ended, and what it printed since ``seen``."""
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    printed = [os.pread(number, 1 << 20, start) for number, start in zip((1, 2), seen, strict=True)]
    seen[:] = (start + len(text) for start, text in zip(seen, printed, strict=True))
    return status, *(text.decode("utf-8", "replace") for text in printed)


seen = [0, 0]
sibling = start("signal.pause()") if request["sibling"] else 0
outcomes = [finish(start(code), seen) for code in request["codes"]]
if sibling:
    os.kill(sibling, signal.SIGKILL)
    outcomes.append(finish(sibling, seen))
os.write(answer, json.dumps(outcomes).encode())
os._exit(0)
