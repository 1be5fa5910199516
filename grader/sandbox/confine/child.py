"""Confine a child of the zygote, between fork and the first line of the submission."""

from __future__ import annotations

from grader.sandbox.confine import landlock, limits, privileges, seccomp
from grader.sandbox.confine.limits import ChildLimits
from grader.sandbox.confine.zygote import ChildPlan

__all__ = ["ChildLimits", "confine_child"]


def confine_child(plan: ChildPlan, run_limits: ChildLimits) -> None:
    """Give up for good what a submission must not have. Closes the plan's descriptors.

    Every step is checked by its effect where that costs little. Raises ``OSError`` that names
    the step; the process must then end without running the submission.
    """
    layers = plan.layers
    if layers.rlimits:
        limits.limit_child(run_limits, plan.address_space)
    if layers.uid is not None:
        privileges.become_user(layers.uid)
    if layers.privileges:
        # The change of user has undone both of these.
        privileges.become_undumpable()
        privileges.die_with_parent(plan.zygote)
    if plan.ruleset is not None:
        landlock.enter_nested_domain(plan.ruleset, layers.landlock, plan.zygote)
    if plan.program is not None:
        seccomp.install_delta(plan.program)
