"""Whatever an instructor writes: diagnostics with a place, or a problem; never an exception."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from small_problem import SPEC, THEORY, Shop

from grader.errors import ProblemError
from grader.problem.course import Course
from grader.problem.load import load_problem
from grader.problem.yaml import parse_yaml

TREE = parse_yaml(SPEC.encode(), "f.yaml")[0].value
FEED_FORWARD = Path(__file__).parents[2] / "problems" / "feed_forward" / "problem.yaml"


@pytest.fixture(scope="module")
def workshop():
    with tempfile.TemporaryDirectory() as name:
        made = Shop(Path(name))
        made.folder.mkdir(parents=True)
        (made.solutions / "wrong").mkdir(parents=True)
        made.write()
        yield made


def check(shop: Shop, spec: str | bytes, theory: str = THEORY) -> None:
    shop.write(spec, theory)
    problem, diagnostics = shop.read()
    assert problem is not None or diagnostics
    for diagnostic in diagnostics:
        text = str(diagnostic)
        assert str(diagnostic.where.file) in text
        assert re.search(r"(problem\.yaml|theory\.md|text)(:\d+:\d+)?: .", text), text
        assert "\n" not in text
        assert "Traceback" not in text
        assert len(diagnostic.message) < 400
    if diagnostics:
        with pytest.raises(ProblemError):
            load_problem(shop.folder)
    else:
        assert load_problem(shop.folder).hash == problem.hash


def paths(tree: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Of every value in a tree but the root."""
    if isinstance(tree, dict):
        inner = list(tree.items())
    else:
        inner = list(enumerate(tree)) if isinstance(tree, list) else []
    return [found for key, value in inner for found in [(*path, key), *paths(value, (*path, key))]]


ODD = st.sampled_from(
    [
        None, True, 0, -1, 1.5, 10**30, float("inf"), float("nan"), "", " ", "x", "*", "a b", "é",
        "$\\alpha$", "\0", "../x", "/etc/passwd", "a" * 300, "list[", "list[list[int]]", "[0]",
        "requirements[99999]", "1GiB", "def f(", "lambda", "__init__", "init", [], {}, [[]],
        {"": None}, {"result": [0]}, {"text": 1}, [None, None], {"a": {"b": {"c": 1}}},
    ]
)  # fmt: skip


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.tuples(st.sampled_from(paths(TREE)), ODD, st.booleans()), max_size=3))
def test_values_replaced_or_removed(workshop, edits):
    tree = json.loads(json.dumps(TREE))
    for path, value, remove in edits:
        holder = tree
        try:
            for step in path[:-1]:
                holder = holder[step]
            if remove:
                del holder[path[-1]]
            else:
                holder[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            pass  # an earlier edit has taken it away
    text = json.dumps(tree, ensure_ascii=False)
    text = text.replace("Infinity", ".inf").replace("NaN", ".nan")
    check(workshop, text)


LINES = SPEC.splitlines(keepends=True)
LINE_EDIT = st.tuples(
    st.integers(0, len(LINES) - 1),
    st.sampled_from(["drop", "double", "indent", "dedent", "cut", "tab", "junk"]),
    st.text("-?:,[]{}#&*!|>'\"%@` \n\tab1.~é$\\", max_size=8),
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(LINE_EDIT, min_size=1, max_size=3))
def test_lines_spoiled(workshop, edits):
    lines = list(LINES)
    for index, kind, junk in edits:
        line = lines[index]
        lines[index] = {
            "drop": "",
            "double": line * 2,
            "indent": "  " + line,
            "dedent": line.removeprefix(" "),
            "cut": line[: len(line) // 2] + "\n",
            "tab": "\t" + line,
            "junk": line.rstrip("\n") + junk + "\n",
        }[kind]
    check(workshop, "".join(lines))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(SPEC) - 1), st.binary(min_size=1, max_size=4))
def test_bytes_spoiled(workshop, at, junk):
    data = SPEC.encode()
    check(workshop, data[:at] + junk + data[at + 1 :])


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=100))
@example(b"")
@example(b"\xff\xfe\x00")
@example(b"spec: 1")
@example(b"{}")
@example(b"[" * 5000)
def test_any_bytes(workshop, data):
    check(workshop, data)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["starter", "id", "theory", "title"]), st.text(max_size=60))
def test_any_text(workshop, key, text):
    check(workshop, json.dumps({**TREE, key: text}))


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=200))
def test_any_theory(workshop, theory):
    check(workshop, SPEC, theory.encode("utf-8", "ignore").decode())


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from(["title", "order", "language", "branding", "x"]), ODD))
def test_any_course(workshop, tree):
    text = json.dumps(tree).replace("Infinity", ".inf").replace("NaN", ".nan")
    file = workshop.root / "course.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        found = Course(workshop.root).ids
    except ProblemError as error:
        found = error.diagnostics
    finally:
        file.unlink()
    assert found


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_a_large_problem_spoiled(workshop, data):
    text = FEED_FORWARD.read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    check(workshop, text[:start] + data.draw(st.text(max_size=5)) + text[end:])
