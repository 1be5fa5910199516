"""A submitted notebook: what becomes a program, what is left out, and what is said."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.submission.notebook import Extracted, NotANotebook, extract, extract_cells
from grader.submission.reading import read_submission


def cell(*texts: str) -> Extracted:
    return extract_cells(list(enumerate(texts, 1)))


def notebook(*cells: object) -> bytes:
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}).encode()


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np",
        "from math import sqrt, pi",
        "EPSILON = 1e-9",
        "scale: float = -2.0 * np.pi",
        "a, b = 1, (2, [3, {'k': None}])",
        "relu = lambda x: x",
        "first = second = x[1:, None]",
        "def f(x):\n    print(x)\n    return x",
        "@decorated\ndef f(x):\n    return x",
        "class A:\n    x = call()\n\n    def m(self):\n        pass",
    ],
)
def test_imports_definitions_and_plain_assignments_are_kept(text: str) -> None:
    assert cell(text) == Extracted(f"# cell 1\n{text}\n", ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("print(f(1))", "line 1 (print(f(1)))"),
        ("x = np.random.normal(size=3)", "line 1 (x = np.random.normal(size=3))"),
        ("for i in range(3):\n    pass", "line 1 (for i in range(3):)"),
        ("x.y = 1", "line 1 (x.y = 1)"),
        ("x += 1", "line 1 (x += 1)"),
        ("del x", "line 1 (del x)"),
        ("[f(i) for i in x]", "line 1 ([f(i) for i in x])"),
        ("%matplotlib inline", "line 1 (%matplotlib inline)"),
        ("!pip install numpy", "line 1 (!pip install numpy)"),
        ("np.dot?", "line 1 (np.dot?)"),
        ("files = !ls", "line 1 (files = !ls)"),
        ("%%timeit\nf(1)", "everything, since it begins with %%timeit"),
        ("def f(x)\n    return", "everything, since it is not Python: line 1"),
        ("a()\nb()\nc()\nd()\ne()", "line 3 (c()), and 2 more"),
    ],
)
def test_everything_else_is_left_out_and_said(text: str, said: str) -> None:
    found = cell(text)
    assert found.source == ""
    assert len(found.left_out) == 1
    assert found.left_out[0].startswith("cell 1: left out ")
    assert said in found.left_out[0]


def test_a_cell_is_kept_in_part() -> None:
    found = cell("%load_ext x\nimport numpy as np; print(1)\n'a remark'\nx = 1  # one\nf(x)")
    assert found.source == "# cell 1\nimport numpy as np\nx = 1  # one\n"
    assert found.left_out == (
        "cell 1: left out line 1 (%load_ext x), line 2 (print(1)), line 5 (f(x))",
    )


def test_the_cell_that_checks_is_no_part_of_the_solution() -> None:
    found = cell("import grader\nfrom grader import check_cells\n\ngrader.check_cells('f')")
    assert found.source == ""
    assert found.left_out == ("cell 1: left out line 4 (grader.check_cells('f'))",)


def test_a_percent_sign_inside_of_python_is_no_magic() -> None:
    text = "def f(a, b):\n    return (a\n        % b)"
    assert cell(text) == Extracted(f"# cell 1\n{text}\n", ())


def test_cells_keep_their_order_and_their_numbers() -> None:
    data = notebook(
        {"cell_type": "markdown", "source": "def no(): pass"},
        {"cell_type": "code", "source": ["def f():\n", "    return 1"]},
        {"cell_type": "code", "source": ""},
        {"cell_type": "raw", "source": "x = 1"},
        {"cell_type": "code", "source": "def f():\n    return 2"},
    )
    source = extract(data).source
    assert source.index("# cell 2\n") < source.index("# cell 5\n")
    scope: dict[str, object] = {}
    exec(compile(source, "notebook", "exec"), scope)
    assert scope["f"]() == 2  # type: ignore[operator]  # a function


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"def f(): pass", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "no cells"),
        (b'{"worksheets": []}', "no cells"),
    ],
)
def test_what_is_no_notebook(data: bytes, said: str) -> None:
    with pytest.raises(NotANotebook, match=said):
        extract(data)


@given(st.lists(st.text(max_size=60) | st.sampled_from(["x = 1", "def f():", "  y()", "%a"])))
def test_whatever_the_cells_hold_what_is_kept_is_python(texts: list[str]) -> None:
    ast.parse(cell(*texts).source)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(["cells", "cell_type", "source"]), inner, max_size=3)
        ),
    )
)
def test_any_json_is_read_or_refused(value: object) -> None:
    data = json.dumps(value).encode()
    if isinstance(value, dict) and isinstance(value.get("cells"), list):
        ast.parse(extract(data).source)
        return
    with pytest.raises(NotANotebook, match="no cells"):
        extract(data)


def test_a_notebook_file_is_a_submission(tmp_path: Path) -> None:
    path = tmp_path / "mine.ipynb"
    path.write_bytes(notebook({"cell_type": "code", "source": "def f(x):\n    return x\nf(1)"}))
    taken = read_submission(path)
    assert taken.source == b"# cell 1\ndef f(x):\n    return x\n"
    assert taken.notes == ("cell 1: left out line 3 (f(1))",)
    assert not taken.fault


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"no", "is not a notebook: it is not JSON"), (notebook(), "holds no definition")],
)
def test_a_notebook_without_a_program(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "mine.ipynb"
    path.write_bytes(data)
    assert said in read_submission(path).fault
