"""Pages in a real browser, and what axe-core finds in them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

Theme = Literal["light", "dark"]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="needs Chromium on the PATH"
)
_QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: WCAG 2.2, levels A and AA, and what axe-core calls best practice.
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = "color-contrast"
#: Not of WCAG, and does not see that a formula in a header is text.
HEADER_OF_A_FORMULA = "empty-table-header"


@contextmanager
def chromium() -> Iterator[Browser]:
    assert CHROMIUM is not None, "CI installs Chromium: see .ci/run"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=_QUIET)
        yield started
        started.close()


def opened(browser: Browser, file: Path, width: int = 1280) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 800}, offline=True)
    page.goto(file.as_uri())
    return page


def violations(
    page: Page, themes: Sequence[Theme] = ("light",), without: Collection[str] = ()
) -> list[str]:
    """What axe-core finds, a line each: rule, and the element that breaks it.

    Args:
        page: to look at.
        themes: all that changes from the first to the next is colours.
        without: rules that are left out.
    """
    page.emulate_media(color_scheme=themes[0])
    rules = {rule: {"enabled": False} for rule in without}
    found = _found(page, {"runOnly": {"type": "tag", "values": _TAGS}, "rules": rules})
    for theme in themes[1:]:
        page.emulate_media(color_scheme=theme)
        found += _found(page, {"runOnly": {"type": "rule", "values": [COLOURS]}})
    return found


def _found(page: Page, options: dict[str, Any]) -> list[str]:
    # Of elements that break no rule, axe-core need not say which they are.
    results = Axe().run(page, options=options | {"resultTypes": ["violations"]})
    return [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in results.response["violations"]
        for node in rule["nodes"]
    ]
