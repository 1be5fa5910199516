"""Which layers are good enough, for each policy."""

from __future__ import annotations

import dataclasses

import pytest

from grader.errors import IsolationError, UsageError
from grader.sandbox.confine.layers import LEVELS, Layers
from grader.sandbox.isolation_policy import IsolationPolicy

FULL = Layers(
    rlimits=True,
    privileges=True,
    uid=None,
    landlock=6,
    seccomp=True,
    namespaces=True,
    user_namespace=False,
)
HOSTS = {
    "A": FULL,
    "B": dataclasses.replace(FULL, landlock=0),
    "B-": dataclasses.replace(FULL, landlock=0, namespaces=False),
    "D": dataclasses.replace(FULL, seccomp=False),
}


def test_the_hosts_are_of_their_levels() -> None:
    assert {level: layers.level for level, layers in HOSTS.items()} == {k: k for k in HOSTS}
    assert set(LEVELS) == set(HOSTS)


@pytest.mark.parametrize(
    ("policy", "accepted"),
    [
        (IsolationPolicy(), ["A", "B", "B-"]),
        (IsolationPolicy.allowing_weak(False), ["A", "B", "B-"]),
        (IsolationPolicy.allowing_weak(True), ["A", "B", "B-", "D"]),
        (IsolationPolicy(at_least="A"), ["A"]),
        (IsolationPolicy(at_least="B"), ["A", "B"]),
    ],
)
def test_what_is_weaker_is_refused(policy: IsolationPolicy, accepted: list[str]) -> None:
    for level, layers in HOSTS.items():
        if level in accepted:
            assert policy.check(layers) is layers
        else:
            with pytest.raises(IsolationError, match=f"isolation level {level} "):
                policy.check(layers)


def test_the_message_says_what_to_do() -> None:
    with pytest.raises(IsolationError, match="--allow-weak-isolation runs it anyway"):
        IsolationPolicy().check(HOSTS["D"])
    with pytest.raises(IsolationError, match="missing for level A, which was asked for"):
        IsolationPolicy(at_least="A").check(HOSTS["B"])


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown isolation level 'C'; choose one of A"):
        IsolationPolicy(at_most="C")
