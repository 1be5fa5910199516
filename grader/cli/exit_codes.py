"""What the command's exit status says. Scripts rely on these: they never change meaning."""

ACCEPTED = 0
"""Everything that was asked for is so: accepted, valid, written."""
NOT_ACCEPTED = 1
"""The submission is not accepted, or a check found a fault."""
USAGE = 2
"""The command, the problem file or the host is not as it must be."""
JUDGE_ERROR = 3
"""Our own failure: nothing is known about the submission."""
INTERRUPTED = 130
"""Stopped with Ctrl-C."""
