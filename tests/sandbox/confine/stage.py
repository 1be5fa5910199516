"""Run some code as a submission would be run: below a zygote, behind the layers asked for.

A script for a fresh interpreter, which has no threads and may fork. It prints what the code
prints, and then one line of JSON: how the child ended.
"""

import ctypes  # noqa: F401  for the bodies, which can load nothing
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
from grader.sandbox.confine import syscalls as sc  # noqa: E402, F401
from grader.sandbox.confine.child import ChildLimits, confine_child  # noqa: E402
from grader.sandbox.confine.layers import Layers  # noqa: E402
from grader.sandbox.confine.seccomp import build_filters  # noqa: E402
from grader.sandbox.confine.zygote import confine_zygote  # noqa: E402

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
layers = Layers.from_json(request["layers"])
filters = build_filters(files=request["files"]) if layers.seccomp else None
if request["user"] is not None:
    privileges.leave_groups(request["user"])
    privileges.become_user(request["user"])
if layers.namespaces:
    namespaces.enter_namespaces(request["read_only"])
plan = confine_zygote(layers, filters, request["read_only"] if request["files"] != "none" else ())


def start(code):
    """A child behind the layers that runs ``code``."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    failed = 97
    try:
        confine_child(plan, ChildLimits(**request["limits"]))
        failed = 1
        exec(compile(code, "submission.py", "exec"), globals())
        failed = 0
    except OSError as error:
        print("OSError", errno.errorcode.get(error.errno, error.errno), error, flush=True)
    except BaseException as error:
        print(type(error).__name__, error, flush=True)
    sys.stdout.flush()
    os._exit(failed)


sibling = start("signal.pause()") if request["sibling"] else None
child = start(f"SIBLING = {sibling}\n" + request["code"])
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if sibling is not None:
    print("SIBLING", os.waitpid(sibling, os.WNOHANG)[0] == 0)
    os.kill(sibling, signal.SIGKILL)
    os.waitpid(sibling, 0)
print(json.dumps({"status": status}), flush=True)
os._exit(0)
