"""The page in a real browser: accessible by axe-core, in both themes, at any width."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from grader.handout.build import FORMATS, Plan
from grader.handout.content import Handout, handout_of
from grader.handout.course_build import render_index
from grader.handout.html import render_html
from grader.pages.messages import FOLDER, messages_for
from grader.pages.theme import default_theme
from grader.problem.course import Course
from grader.problem.load import load_problem
from tests.browser import (
    COLOURS,
    HEADER_OF_A_FORMULA,
    Theme,
    chromium,
    needs_chromium,
    opened,
    violations,
)
from tests.handout.made import COURSE

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def file(handout: Handout, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("page") / "attention.html"
    target.write_text(render_html(handout), encoding="utf-8")
    return target


@pytest.fixture(scope="module")
def page(browser: Browser, file: Path) -> Iterator[Page]:
    """The small page, for tests that only look at it."""
    found = opened(browser, file)
    yield found
    found.close()


@pytest.fixture(scope="module")
def pages(file: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The small page, one of the real course, and the page of a course."""
    folder = tmp_path_factory.mktemp("pages")
    problem = load_problem(COURSE.parents[2] / "problems" / "feed_forward")
    course = Course(COURSE)
    index = render_index(course, Plan(folder, FORMATS))
    texts = {"course": index, "real": render_html(handout_of(problem, default_theme()))}
    found = {name: folder / f"{name}.html" for name in texts}
    for name, text in texts.items():
        found[name].write_text(text, encoding="utf-8")
    return found | {"small": file}


@pytest.mark.parametrize(
    ("name", "width", "themes"),
    [
        ("small", 1280, ("light", "dark")),
        ("small", 390, ("dark", "light")),
        ("real", 1280, ("light", "dark")),
        ("course", 390, ("dark", "light")),
    ],
)
def test_no_violation_of_wcag(
    browser: Browser, pages: dict[str, Path], name: str, width: int, themes: tuple[Theme, ...]
) -> None:
    page = opened(browser, pages[name], width)
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert violations(page, themes, without=[HEADER_OF_A_FORMULA]) == []
    page.close()


def test_axe_sees_a_violation(browser: Browser, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text('<html><body><img src="x"><p style="color:#ccc">pale</p></body></html>')
    page = opened(browser, bad)
    rules = {line.partition(":")[0] for line in violations(page)}
    assert {"image-alt", "color-contrast", "html-has-lang", "document-title"} <= rules
    page.close()


def test_the_page_is_never_wider_than_the_window(page: Page) -> None:
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_is_asked_of_the_network(browser: Browser, file: Path) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url[:100]))
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.goto(file.as_uri())
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert messages == []  # the policy of the page refuses nothing of ours
    page.close()


def test_formulas_are_set_in_the_shipped_font(page: Page) -> None:
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate(
        "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
    )
    assert any("STIX Two Math" in family for family in loaded)
    sizes = page.eval_on_selector_all(
        "math", "all => all.map(m => m.getBoundingClientRect()).map(r => [r.width, r.height])"
    )
    assert all(width > 0 and height > 0 for width, height in sizes)


def test_the_copy_button_copies_the_starter_code(
    browser: Browser, file: Path, handout: Handout
) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(file.as_uri())
    page.click("button.copy")
    assert page.evaluate("navigator.clipboard.readText()").strip() == handout.starter.strip()
    assert page.inner_text("button.copy") == "Copied"
    context.close()


def test_without_scripts_the_page_reads_the_same(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("button.copy").is_hidden()
    page.click("summary >> nth=0")
    assert page.locator("details p >> nth=0").is_visible()
    context.close()


def test_print_leaves_out_what_paper_cannot_do(page: Page) -> None:
    left_out = [page.locator(selector) for selector in ("nav.contents", "button.copy")]
    assert all(each.is_visible() for each in left_out)
    page.emulate_media(media="print")
    assert all(each.is_hidden() for each in [*left_out, page.locator(".skip")])
    page.emulate_media(media="screen")


def test_a_script_of_right_to_left_keeps_code_and_formulas(
    browser: Browser, tmp_path: Path
) -> None:
    text = (FOLDER / "en.yaml").read_text("utf-8")
    text = text.replace("direction: ltr", "direction: rtl").replace("hints: Hints", "hints: רמזים")
    (tmp_path / "he.yaml").write_text(text, encoding="utf-8")
    theme = dataclasses.replace(default_theme(), messages=messages_for("he", tmp_path))
    problem = load_problem(COURSE / "problems" / "attention")
    file = tmp_path / "page.html"
    file.write_text(render_html(handout_of(problem, theme)), encoding="utf-8")
    page = opened(browser, file)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        style = "e => [getComputedStyle(e).direction, getComputedStyle(e).textAlign]"
        assert page.eval_on_selector("pre", style)[0] == "ltr"
        assert page.eval_on_selector("math", style)[0] == "ltr"
        assert page.eval_on_selector("main", style)[0] == "rtl"
        if width == 1280:  # the contents stand on the right
            boxes = [page.locator(s).bounding_box() for s in ("nav.contents", "main")]
            assert boxes[0]["x"] > boxes[1]["x"]  # type: ignore[index]  # both are visible
        # Colours are those of any page.
        assert violations(page, without=[HEADER_OF_A_FORMULA, COLOURS]) == []
    page.close()
