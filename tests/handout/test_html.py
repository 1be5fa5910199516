"""The page: golden, deterministic, safe, complete, and what a course may change of it."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from grader.errors import ProblemError
from grader.handout.content import Handout, handout_of
from grader.handout.html import render_html
from grader.pages.theme import Theme, default_theme
from grader.problem.model import Problem
from tests.handout import golden
from tests.handout.made import with_theory


class Tags(HTMLParser):
    """Every opening tag of a page with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.mark.parametrize("name", ["attention", "counter"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_is_the_golden_one(
    name: str, language: str, request: pytest.FixtureRequest
) -> None:
    if (name, language) == ("counter", "de"):
        return
    problem: Problem = request.getfixturevalue(name)
    page = render_html(handout_of(problem, default_theme(language)))
    golden.check(f"{name}.{language}.html", golden.without_fonts(page))


def test_the_page_is_the_same_in_another_process() -> None:
    code = (
        "import hashlib, sys; from pathlib import Path\n"
        "from grader.handout.content import handout_of\n"
        "from grader.handout.html import render_html\n"
        "from grader.pages.theme import default_theme\n"
        "from grader.problem.load import load_problem\n"
        "p = load_problem(Path('tests/handout/course/problems/attention'))\n"
        "print(hashlib.sha256(render_html(handout_of(p, default_theme())).encode()).hexdigest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]


def test_nothing_on_the_page_needs_a_network(handout: Handout) -> None:
    page = render_html(handout)
    tags = Tags(page)
    sources = [a[key] for _, a in tags.found for key in ("src", "srcset", "poster") if key in a]
    assert sources
    assert all(source and source.startswith("data:") for source in sources)
    assert not tags.all("link")
    assert not tags.all("iframe")
    assert not re.search(r"url\((?!data:)|@import", page)
    policy = next(a["content"] for a in tags.all("meta") if a.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_anchors_are_unique_and_every_link_has_one(handout: Handout) -> None:
    tags = Tags(render_html(handout))
    ids = [a["id"] for _, a in tags.found if "id" in a]
    assert len(ids) == len(set(ids))
    targets = [str(a["href"]) for a in tags.all("a") if str(a["href"]).startswith("#")]
    assert {target[1:] for target in targets} <= set(ids)


def test_hints_are_closed_and_in_order(handout: Handout) -> None:
    page = render_html(handout)
    tags = Tags(page)
    assert tags.all("details") == [{}, {}]
    assert page.index("Hint 1 of 2") < page.index("Hint 2 of 2")
    assert "costs 10 % of the points" in page


def test_formulas_carry_their_tex(handout: Handout) -> None:
    formulas = [str(a.get("alttext")) for a in Tags(render_html(handout)).all("math")]
    assert r"q \cdot k = \sum_{i=1}^{d_k} q_i k_i" in formulas
    assert "None" not in formulas


def test_headings_go_down_one_level_at_a_time(handout: Handout) -> None:
    levels = [int(t[1]) for t, _ in Tags(render_html(handout)).found if re.fullmatch("h[1-6]", t)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_tags_in_titles_and_texts_are_text(counter: Problem) -> None:
    page = render_html(handout_of(counter, default_theme()))
    assert [a for a in Tags(page).all("script") if a] == []
    assert page.count("<script>") == 1  # our own
    assert "Counter &lt;script&gt;alert" in page
    assert "words. &lt;script&gt;alert" in page


def test_a_course_may_allow_html(attention: Problem) -> None:
    problem = with_theory(attention, 'A <b class="x">bold</b> word.\n\n# Softmax\n')
    closed = render_html(handout_of(problem, default_theme()))
    theme = dataclasses.replace(default_theme(), allow_html=True)
    assert '<b class="x">bold</b>' not in closed
    assert '<b class="x">bold</b>' in render_html(handout_of(problem, theme))


def test_the_look_of_a_course(attention: Problem) -> None:
    theme = dataclasses.replace(
        default_theme(),
        course="Deep <Learning>",
        logo=b"<svg/>",
        logo_type="image/svg+xml",
        accent="#123456",
    )
    page = render_html(handout_of(attention, theme))
    assert "<span>Deep &lt;Learning&gt;</span>" in page
    assert "data:image/svg+xml;base64,PHN2Zy8+" in page
    assert "--accent:#123456" in page


def _with_templates(tmp_path: Path, **files: str) -> Theme:
    for name, text in files.items():
        (tmp_path / f"{name}.html.j2").write_text(text, encoding="utf-8")
    return dataclasses.replace(default_theme(), templates=tmp_path)


def test_a_course_replaces_one_block(tmp_path: Path, attention: Problem) -> None:
    template = '{% extends "grader/page.html.j2" %}{% block hints %}<p>Ask us.</p>{% endblock %}'
    page = render_html(handout_of(attention, _with_templates(tmp_path, page=template)))
    assert "<p>Ask us.</p>" in page
    assert "Hint 1 of 2" not in page
    assert "s-pitfalls" in page


def test_a_course_replaces_a_block_of_every_page(tmp_path: Path, attention: Problem) -> None:
    template = '{% extends "grader/base.html.j2" %}{% block masthead %}<p>Top</p>{% endblock %}'
    page = render_html(handout_of(attention, _with_templates(tmp_path, base=template)))
    assert "<p>Top</p>" in page
    assert "Hint 1 of 2" in page


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("one\n{% block x %}", "page.html.j2:2:1: template: "),
        ('{% extends "grader/nothing.html.j2" %}', "nothing.html.j2"),
        ("{{ handout.solution }}", "has no attribute 'solution'"),
    ],
)
def test_a_template_that_cannot_be_used(
    tmp_path: Path, attention: Problem, template: str, said: str
) -> None:
    with pytest.raises(ProblemError) as caught:
        render_html(handout_of(attention, _with_templates(tmp_path, page=template)))
    assert said in str(caught.value)
