"""The probe: it believes what it sees, not what it is told."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.sandbox.confine import probe as probing
from grader.sandbox.confine.advice import explain
from grader.sandbox.confine.probe import HostReport, choose_layers, make_report, probe
from grader.sandbox.confine.trials import FIRST_UID, TRIALS

PACKAGES = str(Path(__file__).parents[3])
FULL = HostReport("Linux", "x86_64", "6.12", True, True, True, 7, True, True, False, True)


def run(code: str, *arguments: str) -> str:
    """Run code in a fresh interpreter, as the probe does."""
    path = f"import sys; sys.path.insert(0, {PACKAGES!r})\n"
    command = [sys.executable, "-I", "-S", "-c", path + code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def try_with(patch: str, trial: str) -> tuple[int, str]:
    """One trial on a host of which ``patch`` has made a liar."""
    code = """
import json, os, resource, fcntl, ctypes
from grader.sandbox.confine import (
    landlock, libseccomp, limits, namespaces, privileges, seccomp, trials
)
from grader.sandbox.confine import syscalls as sc
invoke, prctl = sc.invoke, sc._PRCTL
exec(sys.argv[1])
trials.TRIALS = {sys.argv[2]: trials.TRIALS[sys.argv[2]]}
print(json.dumps(trials.run_trials()[sys.argv[2]]))
"""
    return tuple(json.loads(run(code, patch, trial)))


NOTHING_HAPPENS = "lambda *a: 0"
LIARS = [
    # the trial, the lie, and what is believed
    ("rlimits", f"resource.setrlimit = {NOTHING_HAPPENS}", 0, "reads back otherwise"),
    ("rlimits", f"limits._set = {NOTHING_HAPPENS}", 0, "a memory limit was accepted"),
    ("privileges", f"sc._PRCTL = {NOTHING_HAPPENS}", 0, "no new privileges: the kernel reported"),
    ("privileges", "sc._PRCTL = lambda o, *a: 0 if o == 4 else prctl(o, *a)", 0, "not dumpable"),
    (
        "privileges",
        "trials._DEATH_WITHIN = 0.1; sc._PRCTL = lambda o, *a: 0 if o == 1 else prctl(o, *a)",
        0,
        "outlived its parent",
    ),
    ("user", f"sc._SETRESUID = {NOTHING_HAPPENS}", 0, "change of user: the kernel reported"),
    ("user", f"os.setgroups = os.setresgid = {NOTHING_HAPPENS}", 0, "change to group"),
    ("landlock", f"sc._RESTRICT_SELF = {NOTHING_HAPPENS}", 0, "Landlock: the kernel reported"),
    ("landlock", f"landlock.offered_abi = {NOTHING_HAPPENS}", 0, "does not offer"),
    (
        "landlock",
        "create = landlock._create; landlock._create = lambda a, f, n, s: create(a, f, 0, s)",
        3,
        "",
    ),
    (
        "landlock",
        "create = landlock._create; landlock._create = lambda a, f, n, s: create(a, f, n, 0)",
        5,
        "",
    ),
    ("seccomp", "sc._PRCTL = lambda o, *a: 0 if o == 22 else prctl(o, *a)", 0, "base filter"),
    ("seccomp", f"seccomp.install_delta = {NOTHING_HAPPENS}", 0, "did not end the process"),
    (
        "seccomp",
        "def missing(name, **_): raise OSError(name + ' is not there')\nctypes.CDLL = missing",
        0,
        "libseccomp.so.2 is not there",
    ),
    ("namespaces", f"sc.unshare = {NOTHING_HAPPENS}", 0, "unshare: the kernel reported"),
    ("namespaces", f"namespaces._enter_root_of = {NOTHING_HAPPENS}", 0, "still seen"),
    (
        "namespaces",
        "unshare = sc.unshare; sc.unshare = lambda f: unshare(f & ~sc.CLONE_NEWPID)",
        0,
        "process namespace",
    ),
    (
        "namespaces",
        "unshare = sc.unshare; sc.unshare = lambda f: unshare(f & ~sc.CLONE_NEWNET)",
        0,
        "unshare: the kernel reported",
    ),
    ("sealing", f"fcntl.fcntl = {NOTHING_HAPPENS}", 0, "sealing was accepted"),
    ("sealing", "trials.fcntl = None", 0, "AttributeError"),
]


@pytest.mark.parametrize(("trial", "lie", "believed", "words"), LIARS)
def test_a_host_that_says_so_and_does_not_is_found_out(trial, lie, believed, words):
    if not getattr(probe(), trial):
        pytest.skip(f"this host has no {trial}")
    number, reason = try_with(lie, trial)
    assert number == believed
    assert words in reason


def test_what_is_here_is_found():
    report = probe()
    assert report is probe()
    assert report.rlimits
    assert report.privileges
    assert set(report.reasons) == {name for name in TRIALS if not getattr(report, name)}


BY_OTHER_MEANS = {
    # whether a mechanism is there, asked without any code of ours
    "landlock": "libc.syscall(444, None, 0, 1) > 0",
    "seccomp": "'Seccomp:' in open('/proc/self/status').read() and ctypes.CDLL('libseccomp.so.2')",
    "namespaces": (
        "libc.unshare(0x6C020000 | (0 if os.geteuid() == 0 else 0x10000000)) == 0"
        " and libc.mount(b'none', b'/', None, 0x44000, None) == 0"
        " and libc.mount(b'tmpfs', b'/proc', b'tmpfs', 0, None) == 0"
    ),
    "user": "os.geteuid() == 0 and libc.setresuid(61000, 61000, 61000) == 0",
    "sealing": "hasattr(os, 'memfd_create')",
}


@pytest.mark.parametrize("name", BY_OTHER_MEANS)
def test_what_the_kernel_has_is_not_missed(name):
    # Or else all the tests that need a layer would be passed over when it is broken.
    code = f"import ctypes, os; libc = ctypes.CDLL(None); print(bool({BY_OTHER_MEANS[name]}))"
    if sys.platform != "linux" or run(code) != "True\n":
        pytest.skip(f"this host has no {name}")
    assert getattr(probe(), name), probe().reasons


def test_an_interpreter_that_cannot_be_run_is_an_error(monkeypatch):
    probing.probe.cache_clear()
    monkeypatch.setattr(probing, "_PROBE", "import grader.nothing")
    with pytest.raises(OSError, match=r"could not be tried: ModuleNotFoundError"):
        probe()
    monkeypatch.undo()
    probing.probe.cache_clear()


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_other_systems_import_all_of_it_and_have_level_d(system):
    code = """
import ctypes, os, platform, signal, subprocess
sys.platform = sys.argv[1]
platform.system = lambda: "Other"
gone = ["setresuid", "setresgid", "memfd_create", "MFD_CLOEXEC", "O_PATH", "pidfd_open"]
if sys.platform == "win32":
    os.name = "nt"
    gone += ["fork", "getppid", "getuid", "geteuid", "setgroups", "O_CLOEXEC", "waitpid"]
    for name in ("SIGKILL", "SIGSYS", "SIGHUP", "SIGSTOP", "SIGXFSZ", "pthread_sigmask"):
        delattr(signal, name)
    sys.modules["resource"] = sys.modules["fcntl"] = None
for name in gone:
    delattr(os, name)
from grader.sandbox.confine import advice, child, probe, trials
report = probe.probe()
layers = probe.choose_layers(report)
print(layers.level, layers.rlimits, len(advice.explain(report)))
"""
    assert run(code, system) == f"D {system != 'win32'} 7\n"


def test_a_report_follows_from_the_trials():
    found = dict.fromkeys(TRIALS, (0, "why not")) | {"landlock": (4, ""), "namespaces": (2, "")}
    report = make_report(found)
    assert (report.landlock, report.namespaces, report.user_namespace) == (4, True, True)
    assert not report.seccomp
    assert set(report.reasons) == set(TRIALS) - {"landlock", "namespaces"}


LEVELS = [
    # asked for, what the host lacks, level, Landlock, namespaces
    (None, {}, "A", 7, True),
    ("A", {}, "A", 7, True),
    ("B", {}, "B", 7, False),
    ("B:landlock", {}, "B", 7, False),
    ("B:namespaces", {}, "B", 0, True),
    ("B-", {}, "B-", 0, False),
    ("D", {}, "D", 0, False),
    ("A", {"landlock": 0}, "B", 0, True),
    ("A", {"namespaces": False}, "B", 7, False),
    ("B:landlock", {"landlock": 0}, "B-", 0, False),
    ("A", {"landlock": 0, "namespaces": False}, "B-", 0, False),
    ("A", {"seccomp": False}, "D", 7, True),
    ("A", {"privileges": False}, "D", 7, True),
    ("A", {"rlimits": False}, "D", 7, True),
]


@pytest.mark.parametrize(("at_most", "lacks", "level", "landlock", "namespaces"), LEVELS)
def test_layers_of_a_level(at_most, lacks, level, landlock, namespaces):
    layers = choose_layers(replace(FULL, **lacks), at_most)
    assert (layers.level, layers.landlock, layers.namespaces) == (level, landlock, namespaces)


def test_workers_of_root_have_users_of_their_own():
    uids = [choose_layers(FULL, number=slot).uid for slot in range(100)]
    assert len(set(uids)) == 100
    assert min(uids) == FIRST_UID
    ordinary = replace(FULL, user=False)
    assert choose_layers(ordinary).uid is None
    assert choose_layers(replace(FULL, user_namespace=True)).uid is None


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="unknown isolation level 'C'; choose one of A, B"):
        choose_layers(FULL, "C")


@pytest.mark.parametrize(
    ("lacks", "layer", "words"),
    [
        ({"seccomp": False}, "seccomp", "libseccomp"),
        ({"landlock": 0}, "Landlock", "/sys/kernel/security/lsm"),
        ({"landlock": 4}, "Landlock", "6.12"),
        ({"namespaces": False}, "namespaces", "user.max_user_namespaces"),
        ({"user": False}, "user", "root"),
        ({"sealing": False}, "sealing", "3.17"),
    ],
)
def test_what_is_missing_is_explained(lacks, layer, words):
    report = replace(FULL, **lacks, reasons=dict.fromkeys(lacks, "for a reason"))
    by_layer = {advice.layer: advice for advice in explain(report)}
    advice = by_layer.pop(layer)
    assert advice.present == bool(getattr(report, next(iter(lacks))))
    assert words in advice.remedy
    assert advice.present or advice.reason == "for a reason"
    assert all(other.present and not other.remedy for other in by_layer.values())


def test_root_can_show_everything_here():
    if os.geteuid() != 0:
        pytest.skip("only root can show this")
    assert choose_layers(probe()).uid is not None
