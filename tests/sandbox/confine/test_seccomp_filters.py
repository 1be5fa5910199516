"""The filters' bytes, for both machines on any: what they answer to each call.

Read by a small interpreter of classic BPF, as the kernel would run them.
"""

import errno
import struct

import pytest

from grader.sandbox.confine.libseccomp import MACHINES, call_name, call_number
from grader.sandbox.confine.seccomp import Filters, build_filters
from grader.sandbox.confine.syscall_policy import (
    ALLOWED,
    FORBIDDEN,
    OWN_PID,
    PATH_CALLS,
    ZYGOTE_ONLY,
)

PID = 4321
X32_BIT = 0x40000000
MACHINE_NAMES = sorted(MACHINES)
# Stricter answers first, as the kernel ranks them.
RANK = ["kill", "trap", "error", "allow"]


def answer(program: bytes, machine: int, number: int, arguments: tuple[int, ...] = ()) -> str:
    """Run a filter on ``struct seccomp_data`` and name its answer."""
    padded = [value & 0xFFFFFFFFFFFFFFFF for value in (*arguments, *[0] * 6)][:6]
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, machine, 0, *padded)
    code = list(struct.iter_unpack("=HBBI", program))
    accumulator, at = 0, 0
    while True:
        operation, when_true, when_false, k = code[at]
        at += 1
        if operation == 0x20:
            accumulator = struct.unpack_from("=I", data, k)[0]
        elif operation == 0x54:
            accumulator &= k
        elif operation == 0x05:
            at += k
        elif operation == 0x06:
            return name_of(k)
        else:
            holds = {
                0x15: accumulator == k,
                0x25: accumulator > k,
                0x35: accumulator >= k,
                0x45: bool(accumulator & k),
            }[operation]
            at += when_true if holds else when_false


def name_of(action: int) -> str:
    kinds = {0x80000000: "kill", 0x00030000: "trap", 0x7FFF0000: "allow"}
    if action in kinds:
        return kinds[action]
    assert action >> 16 == 5, hex(action)
    return errno.errorcode[action & 0xFFFF]


def stricter(first: str, second: str) -> str:
    ranked = {name: RANK.index(name if name in RANK else "error") for name in (first, second)}
    return min((second, first), key=ranked.__getitem__)  # of equals, the newer filter's


class Machine:
    """The filters of one machine, asked by the names of calls."""

    def __init__(self, name: str, files: str = "none") -> None:
        self.name = name
        self.token = MACHINES[name]
        self.filters = build_filters(name, files)
        own = self.filters.placeholder, struct.pack("=I", PID)
        self.delta = self.filters.delta.replace(*own)

    def zygote(self, call: str | int, *arguments: int) -> str:
        number = call if isinstance(call, int) else call_number(self.name, call)
        return answer(self.filters.base, self.token, number, arguments)

    def child(self, call: str | int, *arguments: int) -> str:
        number = call if isinstance(call, int) else call_number(self.name, call)
        delta = answer(self.delta, self.token, number, arguments)
        return stricter(self.zygote(number, *arguments), delta)

    def has(self, call: str) -> bool:
        return call_number(self.name, call) is not None


@pytest.fixture(params=MACHINE_NAMES)
def machine(request: pytest.FixtureRequest) -> Machine:
    return Machine(request.param)


@pytest.fixture(params=MACHINE_NAMES)
def reading(request: pytest.FixtureRequest) -> Machine:
    return Machine(request.param, "read-only")


HIGH = 1 << 32
ARGUMENT_TABLE = [
    # call, arguments, the zygote's answer, a child's
    ("kill", (PID, 9), "allow", "allow"),
    ("kill", (0, 9), "allow", "trap"),
    ("kill", (1, 9), "allow", "trap"),
    ("kill", (-1, 9), "allow", "trap"),
    ("kill", (-PID, 9), "allow", "trap"),
    ("kill", (HIGH | 1, 9), "allow", "trap"),
    ("kill", (HIGH | PID, 9), "allow", "trap"),
    ("tgkill", (PID, PID, 6), "allow", "allow"),
    ("tgkill", (PID + 1, PID, 6), "allow", "trap"),
    ("tkill", (PID, 6), "allow", "allow"),
    ("tkill", (1, 6), "allow", "trap"),
    ("clone", (0x01200011,), "allow", "trap"),
    ("clone", (17,), "allow", "trap"),
    ("clone", (0x3D0F00,), "EAGAIN", "EAGAIN"),
    ("clone", (HIGH | 0x3D0F00,), "EAGAIN", "EAGAIN"),
    ("clone", (0x4111,), "ENOSYS", "trap"),
    ("clone", (0x10000000 | 0x01200011,), "ENOSYS", "trap"),
    ("clone", (0x20000011,), "ENOSYS", "trap"),
    ("clone", (HIGH | 0x01200011,), "ENOSYS", "trap"),
    ("clone3", (0, 88), "ENOSYS", "ENOSYS"),
    ("prctl", (1, 9), "allow", "EPERM"),
    ("prctl", (4, 1), "allow", "EPERM"),
    ("prctl", (HIGH | 4, 1), "ENOSYS", "ENOSYS"),
    ("prctl", (22, 2), "allow", "EPERM"),
    ("prctl", (24, 0), "ENOSYS", "ENOSYS"),
    ("prctl", (59, 1), "ENOSYS", "ENOSYS"),
    ("prctl", (0x59616D61, -1), "ENOSYS", "ENOSYS"),
    ("prctl", (15, 0), "allow", "allow"),
    ("prctl", (3,), "allow", "allow"),
    ("prlimit64", (0, 9, 0, 1), "allow", "allow"),
    ("prlimit64", (0, 9, 1, 0), "allow", "EPERM"),
    ("prlimit64", (0, 9, HIGH, 0), "allow", "EPERM"),
    ("prlimit64", (PID, 9, 0, 1), "EPERM", "EPERM"),
    ("prlimit64", (1, 9, 0, 1), "EPERM", "EPERM"),
    ("prlimit64", (HIGH, 9, 0, 1), "EPERM", "EPERM"),
    ("setrlimit", (9, 0), "EPERM", "EPERM"),
    ("rt_sigaction", (31, 0, 0, 8), "allow", "kill"),
    ("rt_sigaction", (2, 0, 0, 8), "allow", "allow"),
    ("fcntl", (1, 0), "allow", "allow"),
    ("fcntl", (1, 1030), "allow", "allow"),
    ("fcntl", (1, 4), "ENOSYS", "ENOSYS"),
    ("fcntl", (1, 8), "ENOSYS", "ENOSYS"),
    ("fcntl", (1, 1033), "ENOSYS", "ENOSYS"),
    ("fcntl", (1, HIGH | 1033), "ENOSYS", "ENOSYS"),
    ("ioctl", (1, 0x5401), "allow", "allow"),
    ("ioctl", (1, 0x5412), "ENOSYS", "ENOSYS"),
    ("ioctl", (1, 0x541C), "ENOSYS", "ENOSYS"),
    ("ioctl", (1, HIGH | 0x5412), "ENOSYS", "ENOSYS"),
    ("mmap", (0, 4096, 3, 0x22), "allow", "allow"),
    ("mmap", (0, 4096, 7, 0x22), "EACCES", "EACCES"),
    ("mmap", (0, 4096, HIGH | 5, 0x22), "EACCES", "EACCES"),
    ("mmap", (0, 4096, 5, 2), "EACCES", "EACCES"),
    ("mprotect", (0, 4096, 1), "allow", "allow"),
    ("mprotect", (0, 4096, 5), "EACCES", "EACCES"),
    ("madvise", (0, 4096, 4), "allow", "allow"),
    ("madvise", (0, 4096, 9), "ENOSYS", "ENOSYS"),
    ("madvise", (0, 4096, 100), "ENOSYS", "ENOSYS"),
    ("futex", (0, 128), "allow", "allow"),
    ("futex", (0, 0x189), "allow", "allow"),
    ("futex", (0, 6), "ENOSYS", "ENOSYS"),
    ("futex", (0, 0x80 | 12), "ENOSYS", "ENOSYS"),
    ("wait4", (-1,), "allow", "ECHILD"),
    ("close_range", (3, 10), "allow", "allow"),
    ("openat", (-100, 0, 0), "EACCES", "EACCES"),
    ("newfstatat", (1, 0, 0, 0x1000), "EACCES", "EACCES"),
    ("umask", (0,), "EPERM", "EPERM"),
    ("sched_setaffinity", (0,), "EPERM", "EPERM"),
    ("setpriority", (0,), "EPERM", "EPERM"),
    ("timer_create", (0,), "EPERM", "EPERM"),
    ("pkey_mprotect", (0, 4096, 5), "EPERM", "EPERM"),
    ("mlockall", (1,), "EPERM", "EPERM"),
]


@pytest.mark.parametrize(("call", "arguments", "of_zygote", "of_child"), ARGUMENT_TABLE)
def test_calls_are_answered_by_their_arguments(machine, call, arguments, of_zygote, of_child):
    assert machine.zygote(call, *arguments) == of_zygote
    assert machine.child(call, *arguments) == of_child


def test_calls_of_the_lists(machine):
    for call in filter(machine.has, ALLOWED - {"rt_sigaction"}):
        assert machine.child(call) == "allow", call
    for call in filter(machine.has, FORBIDDEN):
        assert machine.zygote(call) == machine.child(call) == "trap", call
    for call in filter(machine.has, ZYGOTE_ONLY):
        assert (machine.zygote(call), machine.child(call)) == ("allow", "trap"), call
    for call in filter(machine.has, PATH_CALLS):
        assert machine.child(call) == "EACCES", call


def test_only_the_lists_are_ever_allowed(machine):
    names = (
        "clone fcntl futex ioctl kill madvise mmap mprotect prctl prlimit64 rt_sigaction tgkill"
        " tkill"
    )
    by_argument = frozenset(names.split())
    arguments = (0, 1, 2, PID, 0x1000, -1)
    for number in range(1024):
        name = call_name(machine.name, number)
        if name in by_argument:
            continue
        for value in arguments:
            got = machine.child(number, *[value] * 6)
            if name in ALLOWED:
                assert got == "allow", name
            elif name is None or number >= 424:
                assert got in {"ENOSYS", "trap"} or name in PATH_CALLS, (number, name, got)
            else:
                assert got in {"EPERM", "trap", "EACCES", "ECHILD"}, (number, name, got)


def test_old_calls_and_unknown_ones_are_told_apart(machine):
    assert machine.child("getpriority") == "EPERM"
    for number in (449, 463, 500, 1023, 0x3FFFFFFF):
        assert machine.child(number) == "ENOSYS"


def test_another_architecture_is_killed(machine):
    for token in {0x40000003, 0x40000028, *MACHINES.values()} - {machine.token}:
        for number in (0, 1, 39, 60, 172, 231):
            assert answer(machine.filters.base, token, number) == "kill"
            assert answer(machine.delta, token, number) == "kill"


def test_x32_is_killed():
    machine = Machine("x86_64")
    for number in (0, 39, 59, 520, 0x7FFFFFFF & ~X32_BIT):
        assert machine.zygote(number | X32_BIT) == "kill"
    # -1 is how a tracer skips a call; it must not get through as one.
    assert machine.child(0xFFFFFFFF) == "ENOSYS"


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (0, "allow"),
        (0o2000000, "allow"),
        (0o1, "EACCES"),
        (0o2, "EACCES"),
        (0o100, "EACCES"),
        (0o1000, "EACCES"),
        (0o2000, "EACCES"),
        (0o20200000, "EACCES"),
        (HIGH | 0o1, "EACCES"),
    ],
)
def test_files_that_may_be_read_cannot_be_written(reading, flags, expected):
    assert reading.child("openat", -100, 0, flags) == expected
    if reading.has("open"):
        assert reading.child("open", 0, flags) == expected


def test_libraries_can_be_loaded_where_files_may_be_read(reading):
    assert reading.child("mmap", 0, 4096, 5, 0x802) == "allow"
    assert reading.child("mmap", 0, 4096, 7, 0x802) != "allow"
    assert reading.child("mmap", 0, 4096, 5, 0x22) != "allow"
    assert reading.child("newfstatat") == "allow"


def test_programs_go_through_json(machine):
    assert Filters.from_json(machine.filters.to_json()) == machine.filters
    assert machine.filters.placeholder == struct.pack("=I", OWN_PID)
    assert OWN_PID > 1 << 22


def test_a_program_is_small(machine):
    # 4096 instructions are the kernel's limit; the delta is installed for every run.
    assert len(machine.filters.base) < 8 * 2048
    assert len(machine.filters.delta) < 8 * 80


def test_machines_without_a_policy_are_refused():
    with pytest.raises(OSError, match="riscv64"):
        build_filters("riscv64")
