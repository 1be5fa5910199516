"""Nothing secret is in any format: every file is laid open and searched."""

from __future__ import annotations

import ast
import base64
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.handout.build import FORMATS, Plan
from grader.handout.content import handout_of
from grader.handout.course_build import build_problems
from grader.handout.pdf import render_typst
from grader.pages.theme import default_theme
from grader.problem.contract import case_names
from grader.problem.course import Course
from grader.problem.load import load_problem
from grader.problem.model import Problem
from grader.sandbox.runner import IsolationPolicy
from tests.handout.made import COURSE

ROOT = COURSE.parents[2]
PROBLEMS = [COURSE / "problems" / "attention", ROOT / "problems" / "feed_forward"]


def laid_open(data: bytes) -> Iterator[bytes]:
    """The bytes, and all that is packed in them: archives, streams of a PDF, base64."""
    yield data
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield name.encode()
                yield from laid_open(archive.read(name))
    for match in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            yield zlib.decompress(match[1])
        except zlib.error:
            continue
    for match in re.finditer(rb"[A-Za-z0-9+/]{64,}={0,2}", data):
        if len(match[0]) % 4 == 0:
            yield base64.b64decode(match[0])


def lines_of(path: Path) -> set[str]:
    """What a program does, line by line, without what every program says."""
    tree = ast.parse(path.read_text("utf-8"))
    statements = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.stmt)}
    return {text for text in statements if len(text) > 24 and "\n" not in text}


def secrets(problem: Problem) -> dict[str, list[bytes]]:
    """What no handout may say, by kind; not what the public texts say themselves."""
    spec = problem.spec
    texts = [spec.statement, problem.theory, spec.starter, str(spec.source)]
    for entries in (spec.hints, spec.pitfalls, spec.requirements, spec.constraints):
        texts += [entry.text for entry in entries]
    public = [group for group in spec.tests.groups if group.visible == "full"]
    hidden = [group for group in spec.tests.groups if group.visible != "full"]
    texts += [name for group in public for case in group.cases for name in case_names(case)]
    texts += [entry.feedback for entry in spec.misconceptions]  # told to who makes the mistake
    said = "\n".join(texts)
    cases = [case for group in hidden for case in group.cases]
    programs = [problem.solutions / "reference.py", *problem.solutions.glob("wrong/*.py")]
    code = {line for path in programs for line in lines_of(path)}
    found = {
        "case": {name for case in cases for name in case_names(case)},
        "group": {text for group in hidden for text in (group.id, group.title)},
        "note": {case.note for case in cases},
        "code": {line for line in code if not line.startswith(("import ", "from "))},
        "file": {path.name for path in problem.solutions.glob("wrong/*.py")},
        "recipe": {recipe for case in cases for recipe in case.values.values()},
    }
    messages = {
        kind: [text.encode() for text in sorted(texts) if len(text) > 6 and text not in said]
        for kind, texts in found.items()
    }
    seed = spec.tests.seed
    messages["seed"] = (
        [str(seed).encode(), struct.pack("<q", seed)] if str(seed) not in said else []
    )
    return messages


@pytest.fixture(scope="module", params=PROBLEMS, ids=lambda folder: folder.name)
def made(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Problem, Path]:
    folder: Path = request.param
    course = Course(folder.parent.parent)
    target = tmp_path_factory.mktemp("all")
    (built,) = build_problems(
        course, [folder.name], Plan(target, FORMATS), policy=IsolationPolicy("D")
    )
    assert built.made == FORMATS, built
    return load_problem(folder), target / folder.name


def test_no_format_says_a_secret(made: tuple[Problem, Path]) -> None:
    problem, folder = made
    source = render_typst(handout_of(problem, default_theme()), {}).encode()
    files = {p.name: p.read_bytes() for p in folder.iterdir()} | {"source of the PDF": source}
    assert len(files) >= len(FORMATS)
    hidden = secrets(problem)
    assert all(hidden[kind] for kind in ("case", "code", "file")), hidden
    found = [
        (name, kind, text)
        for name, data in files.items()
        for part in laid_open(data)
        for kind, texts in hidden.items()
        for text in texts
        if text in part
    ]
    assert found == []


def test_the_search_finds_what_is_packed(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/b.txt", "x" * 100 + "the secret" + "y" * 100)
    packed = b"1 0 obj stream\n" + zlib.compress(b"the secret") + b"\nendstream"
    encoded = base64.b64encode(b"." * 60 + b"the secret..")
    for data in (inner.getvalue(), packed, encoded):
        assert b"the secret" not in data
        assert any(b"the secret" in part for part in laid_open(data))


def test_the_seed_of_the_small_course_is_searched_for(attention: Problem) -> None:
    assert secrets(attention)["seed"] == [b"977531", (977531).to_bytes(8, "little")]


def test_a_title_of_a_secret_group_is_no_part_of_a_handout(attention: Problem) -> None:
    groups = handout_of(attention, default_theme()).groups
    assert [(group.title, group.points) for group in groups] == [("Public", 4), ("", 6)]
    assert [group.cases for group in groups] == [("two queries", "with a batch"), ()]
