"""The glossary of docs/design.md, held against the code: its names exist, retired words do not."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.course import ROOT

PACKAGE = ROOT / "grader"
SOURCES = {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
#: Words that had a meaning of ours alone, and what is said now. What else they mean in Python or
#: in the field stays: a path's ``stem``, the clock on the ``wall``, class ``slots``.
RETIRED = {
    "bench": "judging context",
    "exam": "prepared suite",
    "family": "zygote",
    "finding": "diagnostic",
    "findings": "diagnostics",
    "kit": "student bundle",
    "ladder": "small-case corpus",
    "nursery": "child pool",
    "parcel": "payload",
    "rung": "level, or size",
    "sheet": "prepared case",
    "slot": "child handle",
    "wire": "codec",
}


def glossary() -> dict[str, str]:
    """Word -> name in the code, as the table says."""
    text = (ROOT / "docs" / "design.md").read_text("utf-8")
    section = text.partition("## 3. Glossary")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+?) \| [^|]+ \| `([^`|]+)` \|$", section, re.MULTILINE)
    return dict(rows)


def identifiers(source: str) -> Iterator[str]:
    """The words of which names in a source are made, in small letters."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            yield from (
                word.lower() for word in re.split(r"_+|(?<=[a-z])(?=[A-Z])", token.string) if word
            )


@pytest.mark.parametrize(("word", "name"), glossary().items())
def test_a_name_of_the_glossary_is_in_the_code(word: str, name: str) -> None:
    if "/" in name:
        assert (PACKAGE / name).exists(), word
    else:
        assert any(re.search(rf"\b{name}\b", source) for source in SOURCES.values()), word


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_name_is_a_retired_word(path: Path) -> None:
    assert {word: RETIRED[word] for word in identifiers(SOURCES[path]) if word in RETIRED} == {}
    assert set(path.stem.split("_")) & set(RETIRED) == set()


def test_the_test_sees_a_retired_word() -> None:
    assert "exam" in set(identifiers("def make_exam(): pass"))
    assert "ladder" in set(identifiers("class SmallLadder: pass"))
    assert len(glossary()) > 10
