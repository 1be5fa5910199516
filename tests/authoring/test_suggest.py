"""Mutants that survive, what would show them, and cases that kill them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.authoring.checks.mutation import find_survivors
from grader.authoring.evidence import Evidence, gather
from grader.authoring.suggestions import suggest
from grader.authoring.validation import validate
from grader.cli.app import app
from grader.errors import IsolationError, UsageError
from grader.grading.judging import set_up
from grader.problem.load import load_problem
from grader.sandbox.runner import IsolationPolicy, Runner
from tests.authoring.spoiling import Copy, make_copy
from tests.authoring.test_validate import PROGRESS
from tests.course import PROBLEMS

#: Cases on which every bias is positive and every size differs from the others.
BLIND = """
tests:
  seed: 1
  groups:
    - id: public
      visible: full
      points: 1
      cases:
        - {name: only, sizes: {batch: [2], d_model: 3, d_ff: 4}, values: {"*": uniform 0.5 1}}
"""


@pytest.fixture
def blind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    """feed_forward with one case, in which no hidden unit is ever off."""
    monkeypatch.chdir(tmp_path)
    return make_blind_copy(tmp_path)


def make_blind_copy(root: Path) -> Copy:
    copy = make_copy(root)
    text = copy.spec.read_text()
    start, end = text.index("\nexamples:\n"), text.index("\nproperties:\n")
    copy.spec.write_text(text[:start] + BLIND + text[end:])
    return copy


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner(2, IsolationPolicy("D")) as runner:
        try:
            assert runner.isolation
        except IsolationError as error:
            pytest.skip(str(error))
        yield runner


@pytest.fixture(scope="module")
def evidence(runner: Runner, tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """What all solutions and mutants give on the one case."""
    copy = make_blind_copy(tmp_path_factory.mktemp("blind"))
    return gather(set_up(load_problem(copy.folder), runner), runner, PROGRESS)


def test_survivors_are_told_from_equivalent_mutants(evidence: Evidence, runner: Runner) -> None:
    report = find_survivors(evidence, runner)
    survivors = {s.mutant.after: s for s in report.survivors}
    without = survivors["hidden = x @ W1 + b1"]
    assert not without.equivalent
    assert survivors["hidden = np.maximum(0.0, x @ W1 + b1)"].equivalent
    assert report.equivalent < len(report.survivors)
    assert 0.5 < report.score < 1
    assert report.killed + len(report.survivors) == report.total


def test_a_suggested_case_kills_what_survived(blind: Copy, runner: Runner) -> None:
    problem = load_problem(blind.folder)
    evidence = gather(set_up(problem, runner), runner, PROGRESS, mutate=False)
    found = suggest(evidence, runner)
    assert found.lacking["wrong/act_none.py"] == 0
    assert any("wrong/act_none.py" in s.kills for s in found.add)
    lines = "".join(f"        {suggestion.yaml}\n" for suggestion in found.add)
    blind.append("tests", lines.rstrip())
    better = gather(set_up(load_problem(blind.folder), runner), runner, PROGRESS, mutate=False)
    killers = {judged.name: len(judged.killers) for judged in better.wrong}
    for suggestion in found.add:
        for name in suggestion.kills:
            assert killers[name] > found.lacking[name]
    assert killers["wrong/act_none.py"] >= 2
    assert found.stateful == {"wrong/stateful_cache_by_shape.py"}


def test_one_survivor_can_be_asked_for(evidence: Evidence, runner: Runner) -> None:
    (mutant,) = [m for m, _ in evidence.mutants if m.after == "hidden = x @ W1 + b1"]
    found = suggest(evidence, runner, mutant.id)
    assert list(found.lacking) == [mutant.id]
    assert {kill for s in found.add for kill in s.kills} == {mutant.id}
    with pytest.raises(UsageError, match="no wrong solution or mutant 'nobody'"):
        suggest(evidence, runner, "nobody")


def test_the_commands_say_so(blind: Copy, tmp_path: Path) -> None:
    run = CliRunner()
    weak = "--allow-weak-isolation"
    result = run.invoke(app, ["validate", "feed_forward", weak], standalone_mode=False)
    assert result.exception is None
    assert result.return_value == 1
    assert "✗ wrong solutions" in result.output
    assert "- hidden = np.maximum(x @ W1 + b1, 0.0)\n  + hidden = x @ W1 + b1\n" in result.output
    assert "survives: grader suggest feed_forward --kill function-" in result.output
    assert re.search(r"not valid: \d+ faults", result.output)
    chosen = ["suggest", "feed_forward", "--kill", "wrong/act_none.py", "--json", weak]
    result = run.invoke(app, chosen, standalone_mode=False)
    data = json.loads(result.output)
    assert data["lacking"] == {"wrong/act_none.py": 0}
    assert all(one["kills"] == ["wrong/act_none.py"] for one in data["add"])
    matrix = tmp_path / "m.csv"
    arguments = [
        "validate",
        "feed_forward",
        "--no-mutants",
        "--json",
        "--matrix",
        str(matrix),
        weak,
    ]
    result = run.invoke(app, arguments, standalone_mode=False)
    (found,) = json.loads(result.stdout)
    assert not found["valid"]
    assert found["mutation"] is None
    assert matrix.read_text().startswith("solution,kind,kills,only")


def test_feed_forward_itself_is_valid_and_kills_every_mutant(runner: Runner) -> None:
    found = validate(PROBLEMS / "feed_forward", runner, PROGRESS)
    assert found.diagnostics == ()
    assert found.mutation is not None
    assert found.mutation.score == 1.0
    assert found.mutation.total > 50
    assert found.matrix is not None
    assert min(row.kills for row in found.matrix.rows if row.kind == "wrong") >= 2
