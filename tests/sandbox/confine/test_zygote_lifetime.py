"""What is left when one of the processes ends: nothing.

Whoever is alive holds standard output open, so its end shows that all are gone.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grader.sandbox.confine.probe import probe

PACKAGES = str(Path(__file__).parents[3])
SCRIPT = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from grader.sandbox.confine.namespaces import enter_namespaces
from grader.sandbox.confine.privileges import die_with_parent
holder = os.getpid()
if sys.argv[2] == "namespaces":
    enter_namespaces([])
else:
    die_with_parent()
zygote = os.getpid()
if os.fork() == 0:
    if sys.argv[2] != "namespaces":
        die_with_parent(zygote)
    os.write(1, f"{holder}\\n".encode())
    time.sleep(100)
exec(sys.argv[3])
"""
CALLER = "import subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]])"


def start(how: str, ending: str, *, below_a_caller: bool = False) -> subprocess.Popen[str]:
    if how == "namespaces" and not probe().namespaces:
        pytest.skip("this host has no namespaces")
    command = ["-I", "-S", "-c", SCRIPT, PACKAGES, how, ending]
    if below_a_caller:
        command = ["-c", CALLER, *command]
    return subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(("ending", "code"), [("os._exit(7)", 7), ("sys.exit()", 0)])
def test_the_holder_ends_as_the_zygote_does(ending, code):
    process = start("namespaces", ending)
    process.communicate(timeout=60)
    assert process.returncode == code


CONFINED = """
import sys, time
sys.path.insert(0, sys.argv[1])
from grader.sandbox.confine.child import ChildLimits, confine_child
from grader.sandbox.confine.probe import choose_layers, probe
from grader.sandbox.confine.seccomp import build_filters
from grader.sandbox.confine.zygote import confine_zygote
import os
layers = choose_layers(probe(), sys.argv[2])
plan = confine_zygote(layers, build_filters() if layers.seccomp else None)
if os.fork() == 0:
    confine_child(plan, ChildLimits(1 << 26, 10, 1 << 20))
    os.write(1, b"confined\\n")
    time.sleep(100)
time.sleep(100)
"""


@pytest.mark.parametrize("level", ["B:landlock", "D"])
def test_a_confined_child_does_not_outlive_its_zygote(level):
    command = [sys.executable, "-I", "-S", "-c", CONFINED, PACKAGES, level]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "confined\n"
    process.kill()
    process.communicate(timeout=60)


@pytest.mark.parametrize("how", ["namespaces", "signal"])
def test_nothing_outlives_the_process_that_was_started(how):
    process = start(how, "time.sleep(100)")
    process.stdout.readline()
    process.kill()
    process.communicate(timeout=60)


@pytest.mark.parametrize("how", ["namespaces", "signal"])
def test_nothing_outlives_the_caller(how):
    process = start(how, "time.sleep(100)", below_a_caller=True)
    process.stdout.readline()
    process.kill()
    process.communicate(timeout=60)


def test_the_holder_can_be_killed_alone():
    process = start("namespaces", "time.sleep(100)", below_a_caller=True)
    os.kill(int(process.stdout.readline()), signal.SIGKILL)
    process.communicate(timeout=60)
