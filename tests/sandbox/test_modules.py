"""What a submission finds loaded, and what is loaded because it names it."""

from __future__ import annotations

import random

import numpy as np
import pytest
from runs import LIMITS, Run, call, case

from grader.sandbox.modules import DEFAULT_IMPORTS, NAMED, PRELOAD, STAR, named_in
from grader.sandbox.report import Stop
from grader.sandbox.runner import Entry, IsolationPolicy, Job, Runner

ALL = NAMED | {STAR}


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import numpy as np\n", set()),
        ("from numpy import maximum\n", set()),
        ("import random\n", NAMED),
        ("import numpy as np\ny = np.random.rand()\n", NAMED),
        ("from statistics import mean\n", NAMED),
        ("from decimal import *\n", NAMED),
        ("import fractions as f\n", NAMED),
        ("from numpy import *\n", ALL),
        ("from  numpy\timport*\n", ALL),
        ("from numpy \\\n  import *\n", ALL),
        ("from numpy import \\\r\n*\r\n", ALL),
        ("from numpy.testing import assert_allclose\n", ALL),
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


def test_helpers_of_tests_can_be_imported(run: Run) -> None:
    source = "import numpy as np\ndef f(x):\n    np.testing.assert_allclose(x, x)\n    return x\n"
    assert run(source, case(call(1.0))).cases[0].results == (1.0,)


@pytest.mark.parametrize(
    "body",
    ["σ = 2 * x\n    return σ", "ｙ = 2 * x\n    return y", "return x * len('\\N{DIGIT TWO}s')"],
)
def test_a_source_need_not_be_ascii(run: Run, body: str) -> None:
    report = run(f"def f(x):\n    {body}\n", case(call(1.0)))
    assert report.stop is Stop.FINISHED
    assert report.cases[0].results == (2.0,)


@pytest.mark.parametrize("module", ["random", "fractions", "numpy.testing", "numpy.random"])
def test_what_one_submission_names_is_not_there_for_the_next(module: str) -> None:
    """Else a verdict would depend on who was judged before, and by which worker."""
    named = f"import {module}\ndef f(x):\n    return x\n".encode()
    hidden = b"def f(x):\n    return x\n__import__(bytes.fromhex('%s').decode())\n"
    hidden %= module.encode().hex().encode()
    with Runner(policy=IsolationPolicy("D")) as runner:
        prepared = runner.prepare([case(call(1.0))], Entry("f", 1))
        first, between, again = (
            runner.run(source, prepared, LIMITS) for source in (hidden, named, hidden)
        )
        prepared.close()
    assert between.stop is Stop.FINISHED
    assert first.stop is again.stop
    assert first.load_error == again.load_error


@pytest.mark.thorough
def test_no_more_processes_are_kept_than_a_few_sets_of_modules_need() -> None:
    modules = ("json", "csv", "shlex", "uuid", "colorsys")
    with Runner(policy=IsolationPolicy("D")) as runner:
        for module in (*modules, *modules):
            source = f"import {module}\ndef f(x):\n    return {module}.__name__\n".encode()
            prepared = runner.prepare([case(call(1.0))], Entry("f", 1, imports=(module,)))
            assert runner.run(source, prepared, LIMITS).cases[0].results == (module,)
            prepared.close()
            assert len(runner.process_ids) <= 3


def test_sets_of_modules_take_turns_in_a_few_processes() -> None:
    names = ["math", "random", "decimal", "numpy.testing", "statistics"]
    with Runner(policy=IsolationPolicy("D")) as runner:
        jobs = []
        for number, name in enumerate((*names, *names)):
            source = f"import {name} as m\ndef f(x):\n    return m.__name__\n".encode()
            prepared = runner.prepare([case(call(float(number % 2)))], Entry("f", 1))
            jobs.append(Job(name, source, prepared, LIMITS))
        half = len(names)
        found = [(tag, report.cases[0].results) for tag, report in runner.run_many(jobs[:half])]
        processes = sorted(runner.process_ids)
        assert len(processes) == 3
        found += [(tag, report.cases[0].results) for tag, report in runner.run_many(jobs[half:])]
        assert found == [(name, (name,)) for name in (*names, *names)]
        assert sorted(runner.process_ids) == processes
        for job in jobs:
            job.prepared.close()


def test_numbers_that_nobody_seeded_are_those_of_a_fixed_seed(run: Run) -> None:
    source = (
        "import random\nimport numpy as np\n"
        "def f(x):\n    return random.random(), float(np.random.rand())\n"
    )
    # Of one zygote all children have the same seed anyway: it must be that of every zygote.
    fixed = (random.Random(0).random(), float(np.random.RandomState(0).rand()))
    assert run(source, case(call(1.0))).cases[0].results == (fixed,)
