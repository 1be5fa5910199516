"""Each layer alone, by its effect on a process that is behind nothing else."""

import signal

NOBODY = 65534
OPEN = "os.open('/', os.O_RDONLY)"
BIND = "socket.socket().bind(('127.0.0.1', 0))"
CONNECT = "socket.socket().connect(('127.0.0.1', 9))"


def test_nothing_at_all_lets_everything_through(stage):
    codes = [OPEN, BIND, "os.kill(os.getppid(), 0)", "os.kill(SIBLING, 0)", "os.fork()"]
    outcomes = stage.run_all(codes, stage.alone("privileges"), sibling=True)
    assert [outcome.status for outcome in outcomes] == [0, 0, 0, 0, 0, -signal.SIGKILL]


def test_landlock_refuses_files_tcp_and_signals(stage):
    alone = stage.alone("landlock")
    codes = [OPEN, "os.mkdir('/tmp/made')", "os.stat('/')"]
    if alone.landlock >= 4:
        codes += [BIND, CONNECT]
    *outcomes, stat = (o.output for o in stage.run_all(codes[:2] + codes[3:] + codes[2:3], alone))
    assert all(output.startswith("OSError EACCES") for output in outcomes), outcomes
    assert stat == ""  # not covered, and so refused by seccomp


def test_landlock_bars_a_child_from_its_parent_and_its_sibling(stage):
    alone = stage.alone("landlock")
    codes = [f"os.kill({whom}, 9)" for whom in ("os.getppid()", "SIBLING")]
    if alone.landlock < 6:
        codes = []
    codes.append("if libc.ptrace(16, SIBLING, 0, 0): raise OSError(ctypes.get_errno(), 'ptrace')")
    *outcomes, sibling = stage.run_all(codes, alone, sibling=True)
    assert all(outcome.output.startswith("OSError EPERM") for outcome in outcomes), outcomes
    assert sibling.status == -signal.SIGKILL


def test_landlock_lets_listed_files_be_read(stage):
    listed = ("/usr/lib", "/does/not/exist")
    codes = ["os.listdir('/usr/lib')", "os.listdir('/usr')", "open('/usr/lib/made', 'w')"]
    outcomes = stage.run_all(codes, stage.alone("landlock"), files="read-only", read_only=listed)
    assert [outcome.output[:14] for outcome in outcomes] == ["", *["OSError EACCES"] * 2]


def test_namespaces_leave_no_files_no_network_and_no_processes(stage):
    codes = [
        "print(os.listdir('/'), os.getppid(), socket.gethostname())",
        CONNECT,
        "os.mkdir('/made')",
        "os.kill(100000, 0)",
    ]
    outcomes = stage.run_all(codes, stage.alone("namespaces"))
    first, *others = (outcome.output for outcome in outcomes)
    assert first == "[] 1 sandbox\n"
    expected = ["ENETUNREACH", "EROFS", "ESRCH"]
    assert [output.split()[1] for output in others] == expected


def test_namespaces_show_listed_files_read_only(stage):
    listed = ("/usr/lib", "/usr/lib/os-release", "/does/not/exist")
    codes = [
        "print(sorted(os.listdir('/')), os.listdir('/usr'), os.listdir('/proc'))",
        "os.listdir('/usr/lib')",
        "open('/usr/lib/made', 'w')",
        "open('/made', 'w')",
    ]
    outcomes = stage.run_all(codes, stage.alone("namespaces"), files="read-only", read_only=listed)
    shown, read, *written = (outcome.output for outcome in outcomes)
    assert shown == "['proc', 'usr'] ['lib'] []\n"
    assert read == ""
    assert {output.split()[1] for output in written} <= {"EROFS", "EACCES"}


def test_memory_is_limited(stage):
    alone = stage.alone("rlimits")
    few, many = stage.run_all(["bytearray(48 << 20)", "bytearray(80 << 20)"], alone)
    assert (few.status, many.output.split()[0]) == (0, "MemoryError")
    assert stage.run("bytearray(80 << 20)", alone, mapped=32 << 20).status == 0


def test_cpu_time_is_limited_also_for_those_who_catch_the_signal(stage):
    forever = "while True: pass"
    assert stage.run(forever, stage.alone("rlimits"), cpu=0.5).status == -signal.SIGXCPU
    tell = "signal.signal(signal.SIGXCPU, lambda *_: print('told', flush=True))"
    outcome = stage.run(f"{tell}\n{forever}", stage.alone("rlimits"), cpu=0.5)
    assert (outcome.output, outcome.status) == ("told\n", -signal.SIGKILL)


def test_output_is_limited(stage):
    outcome = stage.run("while True: print('x' * 1000)", stage.alone("rlimits"), output=5000)
    assert outcome.status == -signal.SIGXFSZ
    assert len(outcome.output) == 5000


def test_limits_that_are_the_same_for_all(stage):
    code = """
names = ["CORE", "MEMLOCK", "NOFILE", "MSGQUEUE", "SIGPENDING", "RTPRIO", "NICE"]
print([resource.getrlimit(getattr(resource, "RLIMIT_" + name))[1] for name in names])
print(resource.getrlimit(resource.RLIMIT_STACK)[1] <= 8 << 20)
print(open("/proc/self/oom_score_adj").read())
"""
    output = stage.run(code, stage.alone("rlimits")).output
    assert output == "[0, 0, 64, 0, 64, 0, 0]\nTrue\n1000\n\n"


def test_processes_and_threads_are_limited(stage):
    layers = stage.layers("D")
    codes = ["os.fork()", "threading.Thread(target=print).start()"]
    fork, thread = stage.run_all(codes, layers)
    assert fork.output.startswith("OSError EAGAIN")
    assert thread.output.startswith("RuntimeError can't start new thread")


def test_privileges_are_gone(stage):
    code = """
print(privileges.effective_capabilities(), sc.prctl('', sc.PR_GET_DUMPABLE))
print(sc.prctl('', sc.PR_GET_NO_NEW_PRIVS), sc.prctl('', sc.PR_CAPBSET_READ, 21))
"""
    # Only root can take a capability out of the set of those that could ever be had.
    bounding = 1 if stage.ordinary else 0
    assert stage.run(code, stage.alone("privileges")).output == f"0 0\n1 {bounding}\n"


def test_another_user_without_groups(stage):
    layers = stage.layers("D")
    code = """
print(os.getresuid(), os.getresgid(), os.getgroups())
print(privileges.effective_capabilities(), sc.prctl('', sc.PR_GET_DUMPABLE))
"""
    uid = layers.uid if layers.uid is not None else NOBODY
    expected = f"({uid}, {uid}, {uid}) ({uid}, {uid}, {uid}) []\n0 0\n"
    assert stage.run(code, layers).output == expected
