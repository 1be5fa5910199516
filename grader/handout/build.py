"""Handouts of problems in a folder: what is unchanged is not rendered again.

<folder>/<id>/<id>.html, .pdf, .ipynb, .md, .py, <id>-kit.zip    <folder>/index.html

Beside them a stamp says from what each was made: the problem, the look of the course and our
own code. A file that was made from something else, or changed since, is stale.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from grader.errors import ProblemError
from grader.handout.archive import zipped
from grader.handout.check import check_text
from grader.handout.content import Handout, handout_of
from grader.handout.figures import figures_of
from grader.handout.html import render_html
from grader.handout.markdown_page import render_markdown
from grader.handout.notebook import render_notebook
from grader.handout.pdf import has_typst, render_pdf
from grader.handout.starter_file import render_starter
from grader.handout.student_bundle import bundle_files
from grader.judge import StudentBundle
from grader.pages import Theme
from grader.problem import Problem
from grader.provenance import BUNDLE, HANDOUT, code_digest

FORMATS = ("html", "pdf", "ipynb", "md", "py", "kit")
STAMP = ".handout.json"
State = Literal["fresh", "stale", "changed", "missing"]
#: What makes the part of a bundle that takes running the reference.
MakeBundle = Callable[[Problem], StudentBundle]


@dataclass(frozen=True)
class Plan:
    """What is to be made of each problem, and where."""

    folder: Path
    formats: tuple[str, ...]
    zip_bundle: bool = True
    """Whether a bundle is an archive or a folder."""


def build(problem: Problem, theme: Theme, plan: Plan, make_bundle: MakeBundle) -> tuple[str, ...]:
    """Make what is stale of a problem's handouts; the formats that were made.

    Raises:
        ProblemError: a text of the problem, or a template, that cannot be rendered.
        UsageError: PDF without the extra for it.
        JudgeError: the public cases of a bundle could not be made.
    """
    target = plan.folder / problem.id
    stamps, keys = _read_stamps(target), _keys(problem, theme, plan)
    stale = [f for f in plan.formats if _state(target, stamps.get(f), keys[f]) != "fresh"]
    if not stale:
        return ()
    faults = [fault for fault in check_text(problem) if fault.severity == "error"]
    if faults:
        raise ProblemError(faults)
    handout = handout_of(problem, theme)
    texts: dict[str, bytes] = {}
    for format_ in stale:
        files = _files(problem, handout, plan, format_, texts, make_bundle)
        for name, data in files.items():
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        digests = {name: _sha256(data) for name, data in files.items()}
        stamps[format_] = {"key": keys[format_], "files": digests}
    text = json.dumps(stamps, indent=1, sort_keys=True)
    (target / STAMP).write_text(text + "\n", encoding="utf-8")
    return tuple(stale)


def states(problem: Problem, theme: Theme, plan: Plan) -> dict[str, State]:
    """Of each format of a plan, whether its files are what they would be if made now."""
    target = plan.folder / problem.id
    stamps, keys = _read_stamps(target), _keys(problem, theme, plan)
    return {name: _state(target, stamps.get(name), keys[name]) for name in plan.formats}


def _files(
    problem: Problem,
    handout: Handout,
    plan: Plan,
    format_: str,
    texts: dict[str, bytes],
    make_bundle: MakeBundle,
) -> Mapping[str, bytes]:
    """The files of one format, by their path below the problem's folder.

    ``texts`` holds the formats that were rendered already, for a bundle has them too.
    """
    name = handout.id
    if format_ != "kit":
        files = {f"{name}.{format_}": _text(handout, format_, texts)}
        return files | dict(handout.figures) if format_ == "md" else files
    for kind in FORMATS[:-1]:
        if kind != "pdf" or _bundle_has_pdf(plan):
            _text(handout, kind, texts)
    inside = {kind: texts[kind] for kind in FORMATS if kind in texts}
    files = bundle_files(problem, handout, make_bundle(problem), inside)
    if plan.zip_bundle:
        return {f"{name}-kit.zip": zipped(files, f"{name}-kit")}
    return {f"{name}-kit/{path}": data for path, data in files.items()}


def _text(handout: Handout, format_: str, texts: dict[str, bytes]) -> bytes:
    """A format rendered, once."""
    if format_ not in texts:
        rendered = _RENDERERS[format_](handout)
        texts[format_] = rendered if isinstance(rendered, bytes) else rendered.encode()
    return texts[format_]


_RENDERERS: dict[str, Callable[[Handout], str | bytes]] = {
    "html": render_html,
    "pdf": render_pdf,
    "ipynb": render_notebook,
    "md": render_markdown,
    "py": render_starter,
}


def _bundle_has_pdf(plan: Plan) -> bool:
    """A bundle has the PDF wherever it can be made, unless every other format was chosen but it."""
    return "pdf" in plan.formats or (plan.formats == ("kit",) and has_typst())


def _state(target: Path, stamp: Any, key: str) -> State:
    if not isinstance(stamp, dict) or not stamp.get("files"):
        return "missing"
    for name, digest in stamp["files"].items():
        try:
            data = (target / name).read_bytes()
        except OSError:
            return "missing"
        if _sha256(data) != digest:
            return "changed"
    return "fresh" if stamp.get("key") == key else "stale"


def _keys(problem: Problem, theme: Theme, plan: Plan) -> dict[str, str]:
    """From what each format is made, as one digest."""
    base = [problem.hash, theme.digest]
    for source, data in figures_of(problem).items():
        base += [source, _sha256(data)]
    found = {}
    for name in plan.formats:
        code = [code_digest(BUNDLE if name == "kit" else HANDOUT)]
        chosen = [str(plan.zip_bundle), str(_bundle_has_pdf(plan))] if name == "kit" else []
        found[name] = _sha256("\n".join([*base, name, *code, *chosen]).encode())
    return found


def _read_stamps(target: Path) -> dict[str, Any]:
    """What was made of a problem before; nothing where the file is not one of ours."""
    try:
        found = json.loads((target / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
