"""The PDF: its source golden, its bytes always the same, tagged, with texts for formulas."""

from __future__ import annotations

import dataclasses
import re
import sys
import zlib
from pathlib import Path

import pytest

from grader.errors import ProblemError, UsageError
from grader.handout.content import Handout, handout_of
from grader.handout.pdf import render_pdf, render_typst
from grader.handout.typst_math import string, typst_math
from grader.pages.tex import mathml
from grader.pages.theme import default_theme
from grader.problem.model import Problem
from tests.handout import golden
from tests.handout.made import with_theory
from tests.pages.test_tex import FORMULAS


def text_of(pdf: bytes) -> bytes:
    """The PDF with its compressed parts laid open."""
    out = [pdf]
    for match in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            out.append(zlib.decompress(match[1]))
        except zlib.error:
            continue
    return b"\n".join(out)


@pytest.mark.parametrize("name", ["attention", "counter"])
def test_the_source_of_the_pdf_is_the_golden_one(name: str, request: pytest.FixtureRequest) -> None:
    problem: Problem = request.getfixturevalue(name)
    golden.check(f"{name}.typ", render_typst(handout_of(problem, default_theme()), {}))


def test_the_pdf_is_tagged_and_always_the_same(handout: Handout) -> None:
    pdf = render_pdf(handout)
    assert render_pdf(handout) == pdf
    text = text_of(pdf)
    assert b"<pdfuaid:part>1</pdfuaid:part>" in text
    assert b"/MarkInfo" in text
    assert b"/Lang(en)" in text
    for tag in (b"/H1", b"/H2", b"/Formula", b"/Figure", b"/Table", b"/TH", b"/L", b"/Link"):
        assert tag in text, tag


def test_formulas_have_their_tex_as_alternative_text(handout: Handout) -> None:
    text = text_of(render_pdf(handout))
    assert text.count(b"/Alt") > 25
    assert rb"/Alt(k_1, \\dots, k_n)" in text
    assert b"/Alt(Two queries and their keys)" in text


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_language_makes_a_pdf(counter: Problem, language: str) -> None:
    assert render_pdf(handout_of(counter, default_theme(language))).startswith(b"%PDF")


def test_a_right_to_left_course_makes_a_pdf(counter: Problem) -> None:
    messages = default_theme().messages
    strings = dict(messages.strings) | {"direction": "rtl", "hints": "רמזים"}
    theme = dataclasses.replace(
        default_theme(), messages=dataclasses.replace(messages, language="he", strings=strings)
    )
    assert render_pdf(handout_of(counter, theme)).startswith(b"%PDF")


def test_every_formula_that_a_page_can_set_can_be_printed(attention: Problem) -> None:
    more = [
        r"\overbrace{a+b}^{n} \underbrace{c}_{m}", r"\left.\frac{a}{b}\right|_{x}",
        r"\xrightarrow{f}", r"\boxed{x}", r"\color{red}x", r"\binom{n}{k}", r"\dfrac12",
        r"a\pmod{b}", r"\phantom{x}y", r"\not= a", r"\prod\limits_{i} x_i", r"\sqrt[3]{x}",
        r"\begin{align} a&=b\\c&=d\end{align}", r"\mathcal{L}, \mathbb{R}, \mathbf{x}",
        r"x = \#1 \$ \% \& \_", r"\text{a \"quoted\" [text], (so); \#}", r"<, >, a/b, a|b",
    ]  # fmt: skip
    theory = "\n\n".join(f"In line ${tex}$ and alone:\n\n$$\n{tex}\n$$" for tex in more)
    theory += "\n\n".join(f"\n\nIn line ${tex}$." for tex in FORMULAS)
    for tex in more:
        mathml(tex)
    assert render_pdf(handout_of(with_theory(attention, theory), default_theme()))


@pytest.mark.parametrize(
    "hostile",
    ['"); #panic("x")', '#import "x"', "]*_`$\\", "#{", "@label <label> // /* */ = - + 1."],
)
def test_no_text_is_typst(attention: Problem, hostile: str) -> None:
    problem = with_theory(attention, f"{hostile}\n\n`{hostile.replace('`', '')}`\n\n# {hostile}")
    source = render_typst(handout_of(problem, default_theme()), {})
    assert string(hostile.replace('"', "”"))[1:-1] in source or string(hostile)[1:-1] in source
    assert render_pdf(handout_of(problem, default_theme()))


def test_a_template_that_is_not_typst_is_a_fault_of_the_course(
    tmp_path: Path, attention: Problem
) -> None:
    template = '{% extends "grader/page.typ.j2" %}{% block task %}#nonsense(1){% endblock %}'
    (tmp_path / "page.typ.j2").write_text(template)
    theme = dataclasses.replace(default_theme(), templates=tmp_path)
    with pytest.raises(ProblemError, match="Typst refuses the PDF: unknown variable: nonsense"):
        render_pdf(handout_of(attention, theme))


@pytest.mark.parametrize(
    ("tex", "typst"),
    [
        (r"x_1", "attach(x, b: 1)"),
        (r"\text{FFN}(x)", r'"FFN"\( x \)'),
        (r"1{,}048", r'1 class("normal", \,)"048"'),
        (r"\frac{a}{b}", "frac(a, b)"),
        (r"\hat{m}", "accent(m, hat)"),
        (r"f(a, b; c)", r"f \( a \, b \; c \)"),
    ],
)
def test_a_formula_as_typst(tex: str, typst: str) -> None:
    assert typst_math(tex, display=False) == (
        f"#math.equation(block: false, alt: {string(tex)}, ${typst}$)"
    )


def test_without_the_extra_it_is_said_how_to_get_it(
    handout: Handout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(UsageError, match=r"run pip install 'numeric-grader\[pdf\]'"):
        render_pdf(handout)
