"""Each layer alone, by its effect on a process that is behind nothing else."""

import signal

OPEN = "os.open('/', os.O_RDONLY); print('opened')"
NOBODY = 65534
BIND = "socket.socket().bind(('127.0.0.1', 0)); print('bound')"


def test_nothing_at_all_lets_everything_through(stage):
    bare = stage.alone("privileges")
    for code in (OPEN, BIND, "os.kill(os.getppid(), 0); print('reached')", "os.fork()"):
        outcome = stage.run(code, bare)
        assert outcome.status == 0, outcome


def test_landlock_refuses_files_tcp_and_signals(stage):
    alone = stage.alone("landlock")
    assert stage.run(OPEN, alone).output.startswith("OSError EACCES")
    if alone.landlock >= 4:
        assert stage.run(BIND, alone).output.startswith("OSError EACCES")
    if alone.landlock >= 6:
        for whom in ("os.getppid()", "SIBLING"):
            outcome = stage.run(f"os.kill({whom}, 9)", alone, sibling=True)
            assert outcome.output.startswith("OSError EPERM")
            assert "SIBLING True" in outcome.output


def test_landlock_lets_listed_files_be_read(stage):
    code = "print(len(os.listdir('/usr/lib')) > 0); os.listdir('/usr')"
    outcome = stage.run(code, stage.alone("landlock"), files="read-only", read_only=("/usr/lib",))
    assert outcome.output.startswith("True\nOSError EACCES")


def test_namespaces_leave_no_files_no_network_and_no_processes(stage):
    alone = stage.alone("namespaces")
    code = """
print(os.listdir('/'), os.getppid(), socket.gethostname())
try: socket.socket().connect(('127.0.0.1', 9))
except OSError as error: print(error.errno == errno.ENETUNREACH)
os.mkdir('/made')
"""
    outcome = stage.run(code, alone)
    assert outcome.output.startswith("[] 1 sandbox\nTrue\nOSError EROFS"), outcome


def test_namespaces_show_listed_files_read_only(stage):
    code = """
print(os.listdir('/'), len(os.listdir('/usr/lib')) > 0, os.listdir('/proc'))
open('/usr/lib/made', 'w')
"""
    alone = stage.alone("namespaces")
    outcome = stage.run(code, alone, files="read-only", read_only=("/usr/lib", "/does/not/exist"))
    names, _, rest = outcome.output.partition("] True")
    assert sorted(names.strip("[").split(", ")) == ["'proc'", "'usr'"]
    assert rest.startswith(" []\nOSError E"), outcome  # EROFS for root, EACCES for a user


def test_memory_is_limited(stage):
    alone = stage.alone("rlimits")
    assert stage.run("bytearray(48 << 20)", alone).status == 0
    assert stage.run("bytearray(80 << 20)", alone).output.startswith("MemoryError")
    assert stage.run("bytearray(80 << 20)", alone, mapped=32 << 20).status == 0


def test_cpu_time_is_limited(stage):
    assert stage.run("while True: pass", stage.alone("rlimits"), cpu=1).status == -signal.SIGXCPU


def test_cpu_time_is_limited_for_those_who_catch_the_signal(stage):
    code = "signal.signal(signal.SIGXCPU, lambda *_: None)\nwhile True: pass"
    assert stage.run(code, stage.alone("rlimits"), cpu=1).status == -signal.SIGKILL


def test_output_is_limited(stage, tmp_path):
    # A pipe has no size: write to a file, as the standard output of a submission is one.
    code = "f = os.memfd_create('out')\nwhile True: os.write(f, b'x' * 1000)"
    assert stage.run(code, stage.alone("rlimits")).status == -signal.SIGXFSZ


def test_privileges_are_gone(stage):
    code = """
print(privileges.effective_capabilities(), sc.prctl('', sc.PR_GET_DUMPABLE))
print(sc.prctl('', sc.PR_GET_NO_NEW_PRIVS), sc.prctl('', sc.PR_CAPBSET_READ, 21))
"""
    # Only root can take a capability out of the set of those that could ever be had.
    bounding = 1 if stage.ordinary else 0
    assert stage.run(code, stage.alone("privileges")).output == f"0 0\n1 {bounding}"


def test_another_user_without_groups(stage):
    layers = stage.layers("D")
    outcome = stage.run("print(os.getresuid(), os.getresgid(), os.getgroups())", layers)
    uid = layers.uid if layers.uid is not None else NOBODY
    assert outcome.output == f"({uid}, {uid}, {uid}) ({uid}, {uid}, {uid}) []"
