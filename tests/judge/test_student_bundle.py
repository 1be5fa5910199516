"""A student's kit judges the public cases as the course does, and holds no program."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from grader.cases.digest import case_digest
from grader.cases.layouts import arrange, parse_layout
from grader.cases.testcase import Call, Testcase
from grader.errors import ProblemError
from grader.grading.bundling import make_bundle
from grader.grading.course_source import CourseSource
from grader.grading.judging import grade, set_up
from grader.grading.suite_sources import suite_source
from grader.handout.bundle_problem import public_yaml
from grader.judge.bundle_source import BundleSource
from grader.judge.fingerprints import Fingerprint
from grader.judge.mistake_catalogue import MistakeCatalogue
from grader.judge.student_bundle import StudentBundle, read_bundle, write_bundle
from grader.judge.suite_source import SolvedCase
from grader.numerics.tolerance import Expected
from grader.problem.folders import PUBLIC_CASES
from grader.problem.load import load_problem
from grader.sandbox.runner import Runner
from grader.values import Ref

COURSE = Path(__file__).parents[1] / "handout" / "course"


@pytest.fixture(scope="module")
def kit_folder(tmp_path_factory: pytest.TempPathFactory, runner: Runner) -> Path:
    whole = load_problem(COURSE / "problems" / "attention")
    bundle = make_bundle(whole, lambda: runner)
    folder = tmp_path_factory.mktemp("kit") / "problems" / "attention"
    folder.mkdir(parents=True)
    (folder / "problem.yaml").write_text(public_yaml(whole), encoding="utf-8")
    (folder / "theory.md").write_text(whole.theory, encoding="utf-8")
    (folder / PUBLIC_CASES).write_bytes(write_bundle(bundle))
    return folder


def test_a_kit_is_made_once_and_is_the_same_again(
    runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path))

    def no_wall() -> Runner:
        raise AssertionError("it was made before")

    whole = load_problem(COURSE / "problems" / "attention")
    first = make_bundle(whole, lambda: runner)
    assert write_bundle(make_bundle(whole, no_wall)) == write_bundle(first)
    other = dataclasses.replace(whole, hash="0" * 64)
    with pytest.raises(AssertionError, match="made before"):
        make_bundle(other, no_wall)


@pytest.mark.parametrize(
    "source",
    [
        "reference",
        "no_scale",
        "import numpy as np\ndef attention(Q, K, V, mask=None):\n    return np.float32(V), V",
        "def attention(Q, K, V, mask=None):\n    raise ValueError('no')",
        "def attention(Q, K, V, mask=None):\n    return V, Q",
        "def attention(Q):\n    return Q",
        "def nothing(): pass",
    ],
)
def test_the_feedback_is_that_of_the_course(source: str, kit_folder: Path, runner: Runner) -> None:
    whole = load_problem(COURSE / "problems" / "attention")
    file = {"reference": "reference.py", "no_scale": "wrong/no_scale.py"}.get(source)
    code = (whole.solutions / file).read_text("utf-8") if file else source
    in_course = grade(whole, code, scope="public", runner=runner)
    in_kit = grade(load_problem(kit_folder), code, scope="public", runner=runner)
    for field in dataclasses.fields(in_course):
        if field.name in ("seed", "wall", "cpu", "memory", "phases", "cases"):
            continue
        assert getattr(in_kit, field.name) == getattr(in_course, field.name), field.name
    plain = [dataclasses.replace(c, seconds=0, memory=0) for c in in_course.cases]
    assert [dataclasses.replace(c, seconds=0, memory=0) for c in in_kit.cases] == plain
    assert in_kit.seed == 0


def test_a_known_mistake_is_named(kit_folder: Path, runner: Runner) -> None:
    code = (COURSE / "solutions/attention/wrong/no_scale.py").read_text("utf-8")
    result = grade(load_problem(kit_folder), code, scope="public", runner=runner)
    assert "The whispered feedback" in result.likely
    assert result.counterexample is not None


def test_the_public_file_has_no_secret(kit_folder: Path) -> None:
    public = load_problem(kit_folder)
    assert [group.id for group in public.spec.tests.groups] == ["public"]
    assert public.spec.tests.seed == 0
    assert public.spec.misconceptions == ()
    for text in ("977531", "cunning", "secret case", "wrong/", "whispered"):
        assert text not in (kit_folder / "problem.yaml").read_text("utf-8").lower()


@pytest.mark.parametrize("harm", ["cut", "old", "none"])
def test_a_damaged_kit_is_one_sentence(harm: str, kit_folder: Path, tmp_path: Path) -> None:
    data = (kit_folder / PUBLIC_CASES).read_bytes()
    path = tmp_path / PUBLIC_CASES
    harmed = {"cut": data[:-9], "old": data.replace(b"cache 1", b"cache 0"), "none": b""}
    path.write_bytes(harmed[harm])
    with pytest.raises(ProblemError, match="cannot be read; get the bundle again"):
        read_bundle(path)


def one(case: Testcase) -> StudentBundle:
    expected = Expected(np.array([1.0, np.nan]), np.array([0.5, 0.5]), "traced", "why", False)
    solved = SolvedCase(case, (expected,), (("h", "[1.]"),))
    names = ("wrong/first.py", "wrong/second.py")
    prints = {"a": (None, Fingerprint("text", np.array([1.0, np.inf])))}
    mistakes = MistakeCatalogue(names, prints, {"wrong/first.py": "a message"})
    return StudentBundle("hash", "suite", (solved,), mistakes, (solved,))


def there_and_back(bundle: StudentBundle, folder: Path) -> StudentBundle:
    (folder / PUBLIC_CASES).write_bytes(write_bundle(bundle))
    return read_bundle(folder / PUBLIC_CASES)


@pytest.mark.parametrize("dtype", ["float64", "int64", "bool", "complex128", "float32", ">f8"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 0), (1, 2, 1)])
@pytest.mark.parametrize(
    "layout",
    ["C", "F", "strided", "reversed", "transposed", "unaligned", "readonly", "F+strided+unaligned"],
)
def test_an_array_comes_back_in_its_layout(
    tmp_path: Path, dtype: str, shape: tuple[int, ...], layout: str
) -> None:
    values = np.arange(1, 1 + np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    array = arrange(values, parse_layout(layout))
    case = Testcase("case", "public", (Call("f", (array,), {"k": {"w": [array]}}),))
    (solved,) = there_and_back(one(case), tmp_path).cases
    again = solved.case.calls[0].args[0]
    assert again.strides == array.strides
    assert again.flags.writeable == array.flags.writeable
    assert again.flags.aligned == array.flags.aligned
    np.testing.assert_array_equal(again, array)
    if again.dtype.isnative:
        assert case_digest(solved.case) == case_digest(case)


def test_other_values_come_back(tmp_path: Path) -> None:
    plain = (None, 3, 2.5, 1j, True, "text", [1, "a"], (1, [2]), {"a": (), "b": {}})
    calls = (Call("__init__", ()), Call("m", (*plain, Ref(0, (1, "m")))))
    case = Testcase("case", "public", calls, {"n": 3, "batch": (2, 1)}, "other", True, "a note")
    bundle = one(case)
    again = there_and_back(bundle, tmp_path)
    assert again.cases[0].case == case
    assert (again.hash, again.suite_hash) == ("hash", "suite")
    mistakes = again.mistakes
    assert (mistakes.names, mistakes.messages) == (("0", "1"), {"0": "a message"})
    nothing, second = mistakes.fingerprints["a"]
    assert (nothing, list(mistakes.fingerprints)) == (None, ["a"])
    assert second is not None
    assert (second.text, second.numbers.tolist()) == ("text", [1.0, np.inf])
    assert again.small_cases[0].intermediate_values == (("h", "[1.]"),)
    assert again.small_cases[0].expected[0].why == "why"
    np.testing.assert_array_equal(again.cases[0].expected[0].tolerance, [0.5, 0.5])


def test_a_kit_has_no_name_of_a_solution(kit_folder: Path) -> None:
    data = (kit_folder / PUBLIC_CASES).read_bytes()
    words = (b"no_scale", b"reference", b"MARKER", b"import numpy", b"cunning", b"secret case")
    for text in words:
        assert text not in data


def test_the_source_of_a_suite_follows_from_what_lies_in_the_folder(kit_folder: Path) -> None:
    whole = suite_source(load_problem(COURSE / "problems" / "attention"))
    bundle = suite_source(load_problem(kit_folder))
    assert (type(whole), whole.has_reference) == (CourseSource, True)
    assert (type(bundle), bundle.has_reference) == (BundleSource, False)
    assert bundle.public_case_names() == whole.public_case_names()


def test_a_bundle_has_what_its_course_has_of_the_public_cases(
    kit_folder: Path, runner: Runner
) -> None:
    whole = set_up(load_problem(COURSE / "problems" / "attention"), runner, scope="public")
    bundle = set_up(load_problem(kit_folder), runner, scope="all")
    assert bundle.suite.scope == "public"
    assert bundle.suite.suite_hash == whole.suite.suite_hash
    assert bundle.problem.hash == whole.problem.hash
    assert bundle.suite.repeats == whole.suite.repeats
    ours, theirs = (
        context.source.mistakes(context.suite, context.inputs, runner)
        for context in (whole, bundle)
    )
    assert list(ours.fingerprints) == list(theirs.fingerprints)
    assert [theirs.messages.get(str(n), "") for n in range(len(theirs.names))] == [
        ours.messages.get(name, "") for name in ours.names
    ]
    assert [
        (solved.case.name, solved.intermediate_values)
        for solved in bundle.source.small_cases(runner)
    ] == [
        (solved.case.name, solved.intermediate_values)
        for solved in whole.source.small_cases(runner)
    ]
