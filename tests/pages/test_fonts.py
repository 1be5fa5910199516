"""The fonts in every page are those that ``tools/build_fonts.py`` makes, and suffice."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from grader.handout.texts import texts
from grader.pages.fonts import FOLDER
from grader.pages.markdown import formulas
from grader.pages.tex import mathml_tree
from grader.problem.load import load_problem
from tests.pages.test_tex import FORMULAS
from tools.build_fonts import SUBSETS, unicode_range

MANIFEST = json.loads((FOLDER / "fonts.json").read_text("utf-8"))
ROOT = Path(__file__).parents[2]
#: Invisible operators and selectors have no glyph and need none.
INVISIBLE = set("\u2061\u2062\u2063\u2064\ufe00 \u00a0\u2009\n")


def characters(name: str) -> set[str]:
    return set(map(chr, TTFont(FOLDER / name).getBestCmap()))


def test_the_manifest_is_of_the_script() -> None:
    ours = [{f.name: getattr(s, f.name) for f in dataclasses.fields(s)} for s in SUBSETS]
    assert [{key: entry[key] for key in ours[0]} for entry in MANIFEST] == ours


@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: entry["file"])
def test_a_font_is_the_one_of_the_manifest(entry: dict[str, str]) -> None:
    data = (FOLDER / entry["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == entry["sha256"]
    assert unicode_range(data) == entry["unicode_range"]


def test_the_fonts_say_under_which_license_they_are() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FOLDER / "LICENSE.txt").read_text("utf-8")


def test_the_mathematical_font_lays_out_formulas() -> None:
    assert "MATH" in TTFont(FOLDER / "math.woff2")


def test_the_mathematical_font_has_every_sign_of_the_formulas() -> None:
    used = set()
    folders = [*ROOT.glob("problems/*"), *ROOT.glob("tests/handout/course/problems/*")]
    sources = [
        prose.source
        for folder in folders
        if (folder / "problem.yaml").is_file()
        for prose in texts(load_problem(folder))
    ]
    all_tex = [formula.tex for source in sources for formula in formulas(source)] + list(FORMULAS)
    for tex in all_tex:
        used |= set("".join(mathml_tree(tex).itertext()))
    assert len(used) > 100
    assert used - INVISIBLE <= characters("math.woff2")
