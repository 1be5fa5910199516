import json
from itertools import product

import pytest

from grader.sandbox.confine.layers import Layers


def layers(seccomp: bool, landlock: int, namespaces: bool, limited: bool = True) -> Layers:
    return Layers(limited, True, None, landlock, seccomp, namespaces, False)


@pytest.mark.parametrize(
    ("seccomp", "landlock", "namespaces", "level"),
    [
        (True, 7, True, "A"),
        (True, 1, True, "A"),
        (True, 7, False, "B"),
        (True, 0, True, "B"),
        (True, 0, False, "B-"),
        (False, 7, True, "D"),
        (False, 0, False, "D"),
    ],
)
def test_the_ladder(seccomp, landlock, namespaces, level):
    assert layers(seccomp, landlock, namespaces).level == level
    assert layers(seccomp, landlock, namespaces, limited=False).level == "D"


@pytest.mark.parametrize(
    ("made", "promise"),
    [
        (layers(True, 7, True), "puts three barriers before files, processes and the network"),
        (
            layers(True, 4, True),
            "puts three barriers before files and the network, two barriers before processes",
        ),
        (layers(True, 7, False), "puts two barriers before files, processes and the network"),
        (
            layers(True, 3, False),
            "puts two barriers before files, one barrier before processes and the network",
        ),
        (layers(True, 0, True), "puts two barriers before files, processes and the network"),
        (layers(True, 0, False), "puts one barrier before files, processes and the network"),
    ],
)
def test_promises_are_counted_by_what_each_layer_guards(made, promise):
    assert made.promises == promise


def test_weak_isolation_says_what_it_does_not_stop():
    assert "nothing that keeps a submission from reading files" in layers(False, 7, True).promises


@pytest.mark.parametrize(
    "made", [layers(*k) for k in product((True, False), (0, 7), (True, False))]
)
def test_layers_go_through_json(made):
    assert Layers.from_json(json.loads(json.dumps(made.to_json()))) == made


def test_a_claim_of_a_better_level_is_refused():
    data = layers(True, 0, False).to_json() | {"level": "A"}
    with pytest.raises(ValueError, match="layers of level B- claim level A"):
        Layers.from_json(data)
