"""What a submission finds loaded, and what is loaded because it names it."""

from __future__ import annotations

import numpy as np
import pytest
from runs import Run, call, case

from grader.sandbox.modules import DEFAULT_IMPORTS, PRELOAD, STAR, named_in
from grader.sandbox.report import Stop


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import numpy as np\n", set()),
        ("from numpy import maximum\n", set()),
        ("import random\n", {"random", "numpy.random"}),
        ("import numpy as np\ny = np.random.rand()\n", {"random", "numpy.random"}),
        ("from statistics import mean\n", {"statistics"}),
        ("from decimal import *\n", {"decimal"}),
        ("import fractions as f\n", {"fractions"}),
        ("from numpy import *\n", {STAR}),
        ("from  numpy\timport*\n", {STAR}),
    ],
)
def test_a_source_names_what_it_needs(source: str, modules: set[str]) -> None:
    assert named_in(source.encode()) == modules


def test_whatever_may_be_imported_is_loaded_or_waits_for_its_name() -> None:
    for name in DEFAULT_IMPORTS:
        assert name in PRELOAD or name in named_in(f"import {name}\n".encode())


@pytest.mark.parametrize("name", DEFAULT_IMPORTS)
def test_what_may_be_imported_can_be(run: Run, name: str) -> None:
    report = run(f"import {name}\ndef f(x):\n    return {name}.__name__\n", case(call(1.0)))
    assert report.stop is Stop.FINISHED
    assert report.cases[0].results == (name,)


@pytest.mark.parametrize(
    "part", ["char", "fft", "linalg", "ma", "polynomial", "random", "rec", "strings"]
)
def test_parts_of_numpy_are_there_without_being_imported(run: Run, part: str) -> None:
    report = run(f"import numpy as np\ndef f(x):\n    return np.{part}.__name__\n", case(call(1.0)))
    assert report.cases[0].results == (f"numpy.{part}",)


def test_all_of_numpy_can_be_imported_by_a_star(run: Run) -> None:
    report = run(
        "from numpy import *\ndef f(x):\n    return maximum(x, 0)\n", case(call(np.array([-1.0])))
    )
    assert report.stop is Stop.FINISHED
    (result,) = report.cases[0].results
    np.testing.assert_array_equal(result, [0.0])


def test_numbers_that_nobody_seeded_are_the_same_again(run: Run) -> None:
    source = (
        "import random\nimport numpy as np\n"
        "def f(x):\n    return random.random(), float(np.random.rand())\n"
    )
    first, second = (run(source, case(call(1.0))).cases[0].results for _ in range(2))
    assert first == second
