"""docs/problem-format.md: complete, and every example of it loads."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from grader.cases.recipes import RECIPES
from grader.cases.suite import check
from grader.problem import model
from grader.problem.contract import anchors
from grader.problem.course import CourseSpec, read_course
from grader.problem.load import read_problem, read_spec
from grader.problem.yaml import parse_yaml

TEXT = (Path(__file__).parents[2] / "docs" / "problem-format.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml(.*)\n([\s\S]*?)^```$", TEXT, re.MULTILINE)
PROBLEMS = [block for language, block in BLOCKS if not language]
WHOLE, *PARTS = PROBLEMS
THEORY = "# Pitfalls\n"


def top_level(text: str) -> dict[str, str]:
    """The lines of each top-level key."""
    pieces = re.split(r"(?m)^(?=[a-z])", text)
    return {piece.partition(":")[0]: piece for piece in pieces if piece.strip() and piece[0] != "#"}


def found(root: Path, text: str) -> list[str]:
    """What is wrong with a problem, its cases included."""
    folder = root / "problems" / "rms_norm"
    folder.mkdir(parents=True)
    (folder / "problem.yaml").write_text(text, encoding="utf-8")
    (folder / "theory.md").write_text(THEORY, encoding="utf-8")
    problem, diagnostics = read_problem(folder)
    if problem is not None and not diagnostics:
        diagnostics = check(problem)
    return [str(diagnostic) for diagnostic in diagnostics]


def test_the_whole_problem_is_right(tmp_path):
    assert found(tmp_path, WHOLE) == []


@pytest.mark.parametrize("part", PARTS, ids=[part.split("\n")[0] for part in PARTS])
def test_a_part_is_right_in_its_place(tmp_path, part):
    base, given = top_level(WHOLE), top_level(part)
    if "function" in given and "tests" in given:  # another exercise: nothing else speaks of it
        base = {
            key: text for key, text in base.items() if key not in ("examples", "misconceptions")
        }
    assert found(tmp_path, "".join({**base, **given}.values())) == []


def test_the_course_file_is_right(tmp_path):
    [block] = [block for language, block in BLOCKS if language == " course"]
    (tmp_path / "course.yaml").write_text(block, encoding="utf-8")
    (tmp_path / "logo.svg").write_text("<svg/>")
    spec, diagnostics = read_course(tmp_path)
    assert diagnostics == []
    assert set(top_level(block)) == {field.name for field in dataclasses.fields(CourseSpec)}
    assert spec.title


def test_every_key_is_explained():
    for name in model.__all__:
        thing = getattr(model, name)
        if dataclasses.is_dataclass(thing) and name != "Problem":
            for field in dataclasses.fields(thing):
                assert f"`{field.name.rstrip('_')}`" in TEXT, f"{name}.{field.name}"


def test_every_key_of_the_head_is_in_an_example():
    used = {key for block in PROBLEMS for key in top_level(block)}
    assert used == {field.name.rstrip("_") for field in dataclasses.fields(model.ProblemSpec)}


def test_every_recipe_is_listed():
    section = TEXT[TEXT.index("### Values") : TEXT.index("### Layouts")]
    listed = re.findall(r"`([^`]+)`", " ".join(re.findall(r"(?m)^\|([^|]+)\|", section)))
    assert sorted(listed) == sorted(["none", *(recipe.usage for recipe in RECIPES.values())])


def test_links_within_the_page_lead_somewhere():
    headings = {heading.anchor for heading in anchors(TEXT)}
    links = re.findall(r"\]\(#([^)]+)\)", TEXT)
    assert links
    assert set(links) <= headings


def test_the_table_of_scalars_is_true():
    rows = re.findall(r"(?m)^\| (`.*) \| (.*) \|$", TEXT[: TEXT.index("## Head")])
    read = {
        code: parse_yaml(f"[{code}]".encode(), "f")[0].value[0]
        for codes, _ in rows
        for code in re.findall(r"`([^`]+)`", codes)
    }
    assert {code for code, value in read.items() if isinstance(value, str)} == {
        "no", "yes", "on", "1:30", "2024-01-01", "1_000", '"12"',
    }  # fmt: skip
    assert [code for code, value in read.items() if value == 12] == ["12", "012", "0o14", "0xC"]
    assert [code for code, value in read.items() if value is None] == ["null", "~"]


def test_read_spec_knows_the_version_it_documents():
    document, _ = parse_yaml(WHOLE.replace("spec: 1", "spec: 2").encode(), "f.yaml")
    spec, [diagnostic] = read_spec(document)
    assert spec is None
    assert str(diagnostic) == (
        "f.yaml:2:7: spec 2 is a newer format than this grader reads (1); install a newer grader"
    )
