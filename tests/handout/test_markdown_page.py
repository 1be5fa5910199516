"""Markdown for other programs: golden, and formulas that survive a plain Markdown reader."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from grader.handout.content import Handout, handout_of
from grader.handout.markdown_page import render_markdown
from grader.handout.portable import portable_markdown, portable_tex
from grader.pages.markdown import formulas, walk
from grader.pages.tex import mathml
from grader.pages.theme import default_theme
from grader.problem.load import load_problem
from grader.problem.model import Problem
from tests.handout import golden
from tests.handout.made import COURSE
from tests.pages.test_tex import FORMULAS

ROOT = COURSE.parents[2]
TEXTS = [
    load_problem(folder).theory
    for folder in (*sorted(ROOT.glob("problems/*")), *sorted(COURSE.glob("problems/*")))
    if (folder / "problem.yaml").is_file()
]


@pytest.mark.parametrize("name", ["attention", "counter"])
def test_the_markdown_is_the_golden_one(name: str, request: pytest.FixtureRequest) -> None:
    problem: Problem = request.getfixturevalue(name)
    golden.check(f"{name}.md", render_markdown(handout_of(problem, default_theme())))


def as_math_core_reads(tex: str) -> str:
    """Undo the spellings that math-core does not know, or not as well, and MathJax does."""
    spelt = {
        r"\cr": r"\\",
        r"\mspace{5mu}": r"\;",
        r"\mspace{4mu}": r"\:",
        r"\rule{0.4em}{0.06em}": r"\_",
    }
    for theirs, ours in spelt.items():
        tex = tex.replace(theirs, ours)
    group = r"\{\\mathrm\{((?:[^{}]|\{[^{}]*\})*)\}\}"
    tex = re.sub(r"\\mathop" + group + r"\\nolimits", r"\\operatorname{\1}", tex)
    return re.sub(r"\\mathop" + group + r"\\limits", r"\\operatorname*{\1}", tex)


@pytest.mark.parametrize(
    "tex", [*FORMULAS, r"\{a\,|\,b<c\}", r"\|x\|^*", r"\bar{x}_{i'}", r"a\_b_{c}"]
)
def test_another_spelling_is_the_same_formula(tex: str) -> None:
    assert mathml(as_math_core_reads(portable_tex(tex))) == mathml(tex)


def read_as_github_does(source: str) -> list[str]:
    """Formulas that are left after a reader of Markdown that knows no formulas."""
    found = []
    for block in MarkdownIt("commonmark").enable("table").parse(source):
        if block.type != "inline":
            continue
        text = ""
        for token in walk(block.children or []):
            if token.type == "text":
                text += token.content
            elif token.type == "softbreak":
                text += "\n"
            else:
                text += "\x00"  # a tag ends a formula, and is not part of one
        found += re.findall(r"\$\$([^$\x00]*)\$\$|\$([^$\x00\n]*)\$", text)
    return [display or inline for display, inline in found]


@pytest.mark.parametrize("theory", TEXTS, ids=lambda theory: theory[:20])
def test_formulas_survive_a_reader_that_does_not_know_them(theory: str) -> None:
    ours = [mathml(formula.tex, display=formula.display) for formula in formulas(theory)]
    theirs = read_as_github_does(portable_markdown(theory))
    displayed = [formula.display for formula in formulas(theory)]
    assert len(theirs) == len(ours)
    again = [
        mathml(as_math_core_reads(tex.strip()), display=display)
        for tex, display in zip(theirs, displayed, strict=True)
    ]
    assert again == ours


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"$\bar{x}_{i} + \bar{y}_{j}$", r"$\bar{x} _ {i} + \bar{y} _ {j}$"),
        ("$a\nb$", "$a b$"),
        ("$$\na\n+ b\n$$", "$$a + b$$"),
        ("$$\na\n\\\\ b\n$$", "$$\na\n\\cr b\n$$"),
        ("A <b>bold</b> <https://a.example> `<b>` <me@a.example>.",
         "A \\<b>bold\\</b> <https://a.example> `<b>` <me@a.example>."),
        ("a < b and 3<4", "a < b and 3<4"),
        ("```\n<b> $x_{i}$\n```", "```\n<b> $x_{i}$\n```"),
        ("# A\n\ntext\n\n### B", "### A\n\ntext\n\n##### B"),
        ("```\n# no heading\n```\n\n## A", "```\n# no heading\n```\n\n### A"),
    ],
)  # fmt: skip
def test_what_is_written_otherwise(source: str, expected: str) -> None:
    assert portable_markdown(source, level=3) == expected


def test_html_stays_where_the_course_allows_it() -> None:
    assert portable_markdown("<b>x</b>", allow_html=True) == "<b>x</b>"


def test_pictures_may_get_another_address(handout: Handout) -> None:
    text = portable_markdown(handout.theory, picture=lambda source: f"attachment:{source}")
    assert "![Two queries and their keys](attachment:keys.svg)" in text


def test_a_title_is_no_markdown(counter: Problem) -> None:
    page = render_markdown(handout_of(counter, default_theme()))
    assert page.startswith('# Counter \\<script\\>alert("title")\\</script\\>\n')


def test_code_keeps_its_blank_lines(handout: Handout) -> None:
    assert "import numpy as np\n\n\ndef attention(" in render_markdown(handout)
