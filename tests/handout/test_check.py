"""CaseErrors of a problem's texts, each at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it.token import Token

from grader.handout import check
from grader.handout.check import MAX_CHARACTERS, check_text
from grader.pages.markdown import formulas, parse, stray_dollars
from grader.problem.model import Problem
from tests.handout.made import edited, with_theory


@pytest.mark.parametrize(
    ("theory", "place", "said"),
    [
        (r"Let $\frac{1}{2$ be.", "1:16", "cannot be set: Expected closing token"),
        ("One.\n\nTwo $x$ and\n$\\foo$.", "4:2", r"\operatorname{foo}"),
        ("The width $ = 512$ is", "1:13", "starts with '='"),
        ("two $\\times 1$ convolutions", "1:6", "starts with '×'"),
        ("roughly $$ million", "1:9", "dollar sign without a partner"),
        ("It costs 5$.", "1:11", r"write \$ for a dollar"),
        ("From $5 to $6 it is.", "1:7", "has a space inside"),
        ("`$x$` then $x$ and $y^$", "1:23", "cannot be set"),
        ("$$\na +\n\\bad\n$$", "3:1", "Unknown command"),
        ("- item\n  > $$\n  > = 3\n  > $$", "3:5", "starts with '='"),
        ("| a |\n|---|\n| $= 1$ |", "3:4", "starts with '='"),
        ("See [it](#nowhere).", "1:10", "no heading has the anchor '#nowhere'"),
        ("See [it](other.html).", "1:10", "leads to no page"),
        ("![p](missing.png)", "1:6", "'missing.png' is not there"),
        ("![p](https://example.org/a.png)", "1:6", "handouts work offline"),
        ("![p](../../solutions/attention/reference.py)", "1:6", "outside of the problem's folder"),
        ("![p](theory.md)", "1:6", "of no known kind"),
        ("![](keys.svg)", "1:5", "has no description"),
    ],
)
def test_a_fault_is_found_at_its_place(
    attention: Problem, theory: str, place: str, said: str
) -> None:
    found = check_text(with_theory(attention, theory + "\n\n# Softmax\n"))
    assert [str(diagnostic.where).partition("theory.md:")[2] for diagnostic in found] == [
        place
    ] * len(found)
    assert said in str(found[0])
    assert found[0].severity == "error"


@pytest.mark.parametrize(
    "theory",
    [
        r"A price of \$5, `$x$`, $x$.",
        "```\n$ unclosed\n```",
        "    $ in indented code",
        "[up](#softmax) [web](https://example.org) [mail](mailto:a@example.org)",
        "$$\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n$$",
        "a $x$-axis, ($y$), **$z$**",
        "<script>alert(1)</script> & <b>bold</b>",
        "",
    ],
)
def test_sound_text_has_no_fault(attention: Problem, theory: str) -> None:
    assert check_text(with_theory(attention, theory + "\n\n# Softmax\n")) == ()


def test_a_comparison_without_a_left_side_is_only_asked_about(attention: Problem) -> None:
    (diagnostic,) = check_text(with_theory(attention, "a length $\\le n$\n\n# Softmax\n"))
    assert diagnostic.severity == "warning"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("before `np.exp`.", "before $\\nonsense$.", "requirements"),
        ("weighted mean of the rows of $V$", "weighted $= V$", "returns"),
        ("The whispered feedback about $\\sqrt{d_k}$.", "It is $\\sqrt{d_k$.", "misconceptions"),
        ("whatever the score $s$", "whatever the score $s^$", "examples"),
    ],
)
def test_faults_in_the_problem_file(tmp_path: Path, old: str, new: str, said: str) -> None:
    problem = edited(tmp_path, "attention", old, new)
    (diagnostic,) = check_text(problem)
    lines = Path(diagnostic.where.file).read_text("utf-8").splitlines()
    assert new.strip() in lines[diagnostic.where.line - 1], said


def test_a_formula_in_a_block_of_yaml_is_placed_to_the_column(tmp_path: Path) -> None:
    problem = edited(tmp_path, "attention", "whatever the score $s$", "whatever the score $s^$")
    (diagnostic,) = check_text(problem)
    line = Path(diagnostic.where.file).read_text("utf-8").splitlines()[diagnostic.where.line - 1]
    assert line[diagnostic.where.column - 2 :].startswith("^$")


def test_a_text_of_two_megabytes_is_refused_at_once(
    attention: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(source: str) -> list[Token]:
        read.append(source)
        return parse(source)

    monkeypatch.setattr(check, "parse", noted)
    found = check_text(with_theory(attention, "word $x$ " * 222_222 + "\n# Softmax\n"))
    assert [diagnostic.message.partition(" characters")[0] for diagnostic in found] == [
        "the text has 2,000,009"
    ]
    assert all(len(source) <= MAX_CHARACTERS for source in read)


def test_the_longest_text_is_read_in_linear_time(attention: Problem) -> None:
    piece = "A [link](#softmax), $x_1$, `code $y$` and ![p](keys.svg) in a line.\n\n"
    theory = (piece * (MAX_CHARACTERS // len(piece)))[: MAX_CHARACTERS - 20] + "\n\n# Softmax\n"
    assert check_text(with_theory(attention, theory)) == ()


def test_formulas_are_placed_in_the_source() -> None:
    source = "`$x$` [see $y$](https://example.org) $x$\n\n> $$\n> a\n> + b\n> $$\n"
    placed = [(formula.tex, source[formula.start : formula.end]) for formula in formulas(source)]
    assert placed == [("y", "y"), ("x", "x"), ("a\n+ b", "a\n> + b")]


def test_escaped_dollars_are_no_strays() -> None:
    assert stray_dollars(r"\$5 and \$6") == ()
    assert stray_dollars("$x$ and $") == (8,)
