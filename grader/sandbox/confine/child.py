"""Confine a child of the zygote, between fork and the first line of the submission."""

from __future__ import annotations

import os
import signal

from grader.sandbox.confine import landlock, limits, privileges, seccomp
from grader.sandbox.confine.limits import ChildLimits
from grader.sandbox.confine.zygote import ChildPlan, read_size

__all__ = ["ChildLimits", "confine_child"]

_RESET_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGHUP", "SIGINT", "SIGQUIT", "SIGPIPE", "SIGTERM", "SIGXFSZ")
    if hasattr(signal, name)
)
"""What Python or the zygote ignores or handles; a write beyond the limit now ends the child."""


def confine_child(plan: ChildPlan, run_limits: ChildLimits) -> None:
    """Give up for good what a submission must not have. Closes the plan's descriptors.

    Every step is checked by its effect where that costs little. Raises ``OSError`` that names
    the step; the process must then end without running the submission.
    """
    layers = plan.layers
    if layers.rlimits:
        limits.limit_child(run_limits, _address_space(plan))
    for number in _RESET_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    if layers.uid is not None:
        privileges.become_user(layers.uid)
    if layers.privileges:
        privileges.become_undumpable()
        privileges.die_with_parent(plan.zygote)
    if plan.ruleset is not None:
        landlock.restrict(plan.ruleset, layers.landlock)
    if layers.seccomp:
        seccomp.install_delta(plan.delta, plan.placeholder)


def _address_space(plan: ChildPlan) -> int | None:
    if plan.statm is None:
        return None
    address_space, _ = read_size(plan.statm)
    os.close(plan.statm)
    return address_space
