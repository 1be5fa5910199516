"""What submissions have tried elsewhere, behind every level of the ladder that filters calls."""

import signal

import pytest

LEVELS = ["A", "B:landlock", "B:namespaces", "B-"]

# A forbidden call ends the process, and its line is told.
VIOLATIONS = [
    "os.fork()",
    "subprocess.run(['true'])",
    "os.pipe()",
    "os.execv('/bin/sh', ['sh'])",
    "socket.socket()",
    "socket.socketpair()",
    "os.kill(1, 9)",
    "os.kill(-1, 9)",
    "os.kill(0, 9)",
    "os.kill(os.getppid(), 9)",
    "os.kill(SIBLING, 9)",
    "os.killpg(0, 9)",
    "signal.pidfd_send_signal(0, 9)",
    "os.pidfd_open(os.getpid())",
    "os.unlink('/tmp/x')",
    "os.rename('/tmp/x', '/tmp/y')",
    "os.mkdir('/tmp/x')",
    "os.chmod('/etc/passwd', 0o777)",
    "os.utime('/etc/passwd')",
    "os.symlink('/etc/passwd', '/tmp/x')",
    "os.truncate(1, 0)",
    "os.memfd_create('x')",
    "os.setuid(0)",
    "os.setresuid(0, 0, 0)",
    "os.setgroups([0])",
    "libc.ptrace(16, os.getppid(), 0, 0)",
    "libc.ptrace(0, 0, 0, 0)",
    "libc.process_vm_readv(os.getppid(), 0, 0, 0, 0, 0)",
    "libc.unshare(0x10000000)",
    "libc.mount(b'x', b'/', b'tmpfs', 0, 0)",
    "libc.shmget(0, 4096, 0o1600)",
    "libc.semget(0, 1, 0o1600)",
    "libc.msgget(0, 0o1600)",
    "libc.mq_open(b'/x', 0o102, 0o600, 0)",
    "libc.sethostname(b'x', 1)",
    "libc.syscall(425, 1, 0)",  # io_uring_setup
    "libc.syscall(444, 0, 0, 0)",  # landlock_create_ruleset
    "libc.personality(0x0400000)",  # read implies execute
    "libc.capset(0, 0)",
]

# With its signals blocked it cannot tell; libc blocks them where it is about to start a program.
SILENT_VIOLATIONS = [
    "os.system('true')",
    "os.posix_spawn('/bin/sh', ['sh'], {})",
    "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGSYS]); os.fork()",
]

# What an honest submission may stumble upon is refused, and it can go on.
REFUSALS = [
    ("open('/etc/passwd')", "OSError EACCES"),
    ("os.listdir('/')", "OSError EACCES"),
    ("os.stat('/etc/passwd')", "OSError EACCES"),
    ("os.readlink('/proc/self/exe')", "OSError EACCES"),
    ("os.open('/tmp', os.O_TMPFILE | os.O_RDWR)", "OSError EACCES"),
    ("import encodings.idna", "ModuleNotFoundError No module named 'encodings.idna'"),
    ("threading.Thread(target=print).start()", "RuntimeError can't start new thread"),
    ("os.wait()", "OSError ECHILD"),
    ("os.nice(-1)", "OSError EPERM"),
    ("os.sched_setaffinity(0, [0])", "OSError EPERM"),
    ("os.umask(0)", ""),
    ("mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC)", "OSError EACCES"),
    ("sc.prctl('', sc.PR_SET_DUMPABLE, 1)", "OSError EPERM"),
    ("sc.prctl('', sc.PR_SET_PDEATHSIG, 0)", "OSError EPERM"),
    ("sc.prctl('', 0x59616D61, -1)", "OSError ENOSYS"),
    ("resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))", "ValueError"),
    ("resource.setrlimit(resource.RLIMIT_CPU, (1, 1))", "ValueError"),
    ("resource.prlimit(os.getppid(), resource.RLIMIT_CPU)", "OSError EPERM"),
    ("import fcntl; fcntl.fcntl(1, 1033, 15)", "OSError ENOSYS"),  # add seals
    ("import fcntl; fcntl.ioctl(1, 0x5412, b'x')", "OSError ENOSYS"),  # type for the user
    ("os.setsid()", "OSError EPERM"),
]

# And this is what submissions need.
PERMISSIONS = [
    "print('x'); sys.stdout.flush(); print('y', file=sys.stderr)",
    "time.sleep(0.001); time.time(); time.process_time()",
    "os.urandom(8); os.getpid(); os.getuid(); os.getcwd(); os.uname(); os.cpu_count()",
    "assert sum(bytearray(16 << 20)) == 0",
    "mmap.mmap(-1, 1 << 20)[:3] = b'abc'",
    "lock = threading.Lock(); lock.acquire(); lock.release(); lock.acquire(timeout=1)",
    "signal.signal(signal.SIGALRM, lambda *_: None); signal.setitimer(0, 0.001); signal.pause()",
    "signal.signal(10, lambda *_: None); os.kill(os.getpid(), 10); signal.raise_signal(10)",
    "resource.getrlimit(resource.RLIMIT_AS); resource.getrusage(resource.RUSAGE_SELF)",
    "import contextlib\nwith contextlib.suppress(OSError): open('/etc/passwd')",
    "assert not sys.stdout.isatty() and os.isatty(1) is False",
    "os.write(os.dup(1), b'z')",
]


@pytest.mark.parametrize("level", LEVELS)
def test_forbidden_calls_end_the_process(stage, level):
    codes = VIOLATIONS + SILENT_VIOLATIONS
    *outcomes, sibling = stage.run_all(codes, stage.layers(level), sibling=True)
    for code, outcome in zip(codes, outcomes, strict=True):
        assert outcome.status == -signal.SIGSYS, (code, outcome)
        if code in VIOLATIONS:
            assert '"submission.py", line 1' in outcome.errors, (code, outcome)
    assert sibling.status == -signal.SIGKILL


@pytest.mark.parametrize("level", LEVELS)
def test_other_calls_are_refused(stage, level):
    codes = [code for code, _ in REFUSALS]
    outcomes = stage.run_all(codes, stage.layers(level))
    for (code, expected), outcome in zip(REFUSALS, outcomes, strict=True):
        assert outcome.status in {0, 1}, (code, outcome)
        assert outcome.output.startswith(expected), (code, outcome)


@pytest.mark.parametrize("level", [*LEVELS, "D"])
def test_what_submissions_need_is_there(stage, level):
    outcomes = stage.run_all(PERMISSIONS, stage.layers(level))
    for code, outcome in zip(PERMISSIONS, outcomes, strict=True):
        assert outcome.status == 0, (code, outcome)


def test_whoever_keeps_a_forbidden_call_from_being_told_ends_or_has_gained_nothing(stage):
    codes = [
        "signal.signal(signal.SIGSYS, signal.SIG_IGN)",
        "signal.signal(signal.SIGSYS, lambda *_: None)\nos.fork()\nprint('went on')",
        "import faulthandler; faulthandler.unregister(signal.SIGSYS)\nprint('went on')",
    ]
    for outcome in stage.run_all(codes, stage.layers("B-")):
        assert outcome.status == -signal.SIGSYS
        assert "went on" not in outcome.output
    # The handler that tells can be kept from ending the process; nothing is forked all the same.
    unchained = "import faulthandler; faulthandler.register(signal.SIGSYS, chain=False)\n"
    outcome = stage.run(f"{unchained}os.fork()\nprint('went on')", stage.layers("B-"))
    assert outcome.output == "went on\n"


def test_a_read_only_library_can_be_used_and_not_changed(stage):
    codes = [
        "assert os.stat('/usr/lib').st_size",
        "open('/usr/lib/os-release').read()",
        "open('/usr/lib/x', 'w')",
        "os.mkdir('/usr/lib/x')",
        "open('/etc/passwd')",
    ]
    layers = stage.layers("B:landlock")
    outcomes = stage.run_all(codes, layers, files="read-only", read_only=("/usr/lib",))
    expected = [0, 0, 1, -signal.SIGSYS, 1]
    assert [outcome.status for outcome in outcomes] == expected, outcomes
    assert all(outcomes[i].output.startswith("OSError EACCES") for i in (2, 4)), outcomes
