"""MathML to Typst's math: the same formulas as on the page, for the PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from xml.etree.ElementTree import Element

from grader.pages import mathml_tree

_ACCENTS = {
    "^": "hat",
    "ˆ": "hat",
    "\u0302": "hat",
    "~": "tilde",
    "˜": "tilde",
    "\u0303": "tilde",
    "→": "arrow",
    "\u20d7": "arrow",
    "˙": "dot",
    "¨": "dot.double",
    "ˇ": "caron",
    "¯": "macron",
    "‾": "macron",
    "\u0304": "macron",
}
_OPENING, _CLOSING, _BARS = frozenset("([{⟨⌊⌈"), frozenset(")]}⟩⌋⌉"), frozenset("|‖")
_LARGE = frozenset("∑∏∫⋃⋂⨁⨂∮∐")
_INVISIBLE = dict.fromkeys(map(ord, "\u2061\u2062\u2063\u2064\ufe00\ufe01"))
_SPECIAL = re.compile(r"([\\#$\"/_^&*~`@<>\[\]{}(),;'|.:=!-])")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def typst_math(tex: str, *, display: bool) -> str:
    """A formula as Typst's equation, with its TeX as the text for who cannot see it.

    Raises:
        TexError: where the formula cannot be set.
    """
    body = _joined(mathml_tree(tex, display=display))
    space = " " if display else ""
    return (
        f"#math.equation(block: {str(display).lower()}, alt: {string(tex)}, ${space}{body}{space}$)"
    )


def string(text: str) -> str:
    """Text as a string literal of Typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _convert(element: Element) -> str:
    handler = _HANDLERS.get(_name(element))
    text = handler(element) if handler else _joined(element)
    colour = _COLOUR.search(element.get("style", "")) if _name(element) == "mrow" else None
    return f'#text(fill: rgb("{colour[0]}"), $ {text} $)' if colour and text else text


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _joined(elements: Iterable[Element]) -> str:
    """One after the other; beside a text, Typst would show a space that is written."""
    out = ""
    for piece in filter(None, map(_convert, elements)):
        out += piece if not out or out[-1] == '"' or piece[0] == '"' else f" {piece}"
    return out


def _part(element: Element) -> str:
    """An argument of a function: never nothing."""
    return _convert(element) or '""'


def _text(element: Element) -> str:
    return (element.text or "").translate(_INVISIBLE)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _identifier(element: Element) -> str:
    text = _text(element)
    if len(text) > 1:
        return f"op({string(text)})"
    upright = element.get("mathvariant") == "normal" and text.isalpha()
    return f"upright({string(text)})" if upright else _escaped(text)


def _number(element: Element) -> str:
    text = _text(element)
    return string(text) if len(text) > 1 else _escaped(text)


def _operator(element: Element) -> str:
    text = _text(element)
    if len(text) != 1:
        return string(text) if text else ""
    digits = text == "," and element.get("rspace") == "0"  # a comma that groups them
    if digits or (element.get("stretchy") == "false" and text in _BARS):
        return f'class("normal", {_escaped(text)})'
    return _escaped(text)


def _space(element: Element) -> str:
    width = element.get("width", "")
    match = re.search(r"margin-left:\s*(-?[\d.]+)em", element.get("style", ""))
    size = width.removesuffix("em") if width.endswith("em") else match[1] if match else ""
    return f"#h({float(size):.4g}em)" if size else ""


def _row(element: Element) -> str:
    """A row; brackets at both ends that may stretch are made to."""
    children = list(element)
    if len(children) < 2 or not _is_fence(children[0]):
        return _joined(children)
    if _is_fence(children[-1]) or not _text(children[-1]):
        inner = _joined(children[1:-1])
        left, right = _fence(children[0]), _fence(children[-1])
        return f"lr({left} {inner} {right})" if left or right else inner
    return _joined(children)


def _is_fence(element: Element) -> bool:
    text = _text(element)
    brackets = text in _OPENING or text in _CLOSING or text in _BARS or not text
    return _name(element) == "mo" and brackets and element.get("stretchy") != "false"


def _fence(element: Element) -> str:
    return _escaped(_text(element))


def _scripts(positions: Sequence[str]) -> Callable[[Element], str]:
    """``attach`` with the parts of an element after its base, at ``b`` below or ``t`` above."""

    def convert(element: Element) -> str:
        base, *scripts = element
        pairs = zip(positions, scripts, strict=True)
        return f"attach({_part(base)}, " + ", ".join(f"{p}: {_part(s)}" for p, s in pairs) + ")"

    return convert


def _limits(positions: Sequence[str]) -> Callable[[Element], str]:
    """Scripts below and above their base."""

    def convert(element: Element) -> str:
        base, *scripts = element
        inner = _part(base)
        # Typst itself puts limits of large operators beside them in a line of text.
        if _text(base) not in _LARGE:
            inner = f"limits({inner})"
        pairs = zip(positions, scripts, strict=True)
        return f"attach({inner}, " + ", ".join(f"{p}: {_part(s)}" for p, s in pairs) + ")"

    return convert


def _under(element: Element) -> str:
    if _text(element[1]) == "⏟":
        return f"underbrace({_part(element[0])})"
    if _text(element[1]) in ("_", "\u0332", "‾"):
        return f"underline({_part(element[0])})"
    return _limits("b")(element)


def _over(element: Element) -> str:
    base, mark = element[0], _text(element[1])
    if mark == "⏞":
        return f"overbrace({_part(base)})"
    if mark in ("\u0332", "\u0305") or (mark in "¯‾" and len(_text(base)) != 1 and mark):
        return f"overline({_part(base)})"
    if mark in _ACCENTS:
        return f"accent({_part(base)}, {_ACCENTS[mark]})"
    if _name(base) == "mo" and _text(base) in "→←⟶⟵↦":
        return f"limits(stretch({_part(base)}, size: #160%))^({_part(element[1])})"
    return _limits("t")(element)


def _fraction(element: Element) -> str:
    above, below = _part(element[0]), _part(element[1])
    if element.get("linethickness", "").startswith("0"):
        return f"mat(delim: #none, {above}; {below})"
    size = {"true": "display", "false": "inline"}.get(element.get("displaystyle", ""))
    fraction = f"frac({above}, {below})"
    return f"{size}({fraction})" if size else fraction


def _table(element: Element) -> str:
    """Equations that are aligned in pairs of columns, or a matrix."""
    rows = [list(row) for row in element]
    styles = [cell.get("style", "") for row in rows for cell in row]
    if any("text-align: right" in style for style in styles):
        rows = [[cell for cell in row if "width: 50%" not in cell.get("style", "")] for row in rows]
        return " \\ ".join(" & ".join(map(_part, row)) for row in rows)
    left = any("text-align: left" in style for style in styles)
    cells = "; ".join(", ".join(map(_part, row)) for row in rows)
    return f"mat(delim: #none, align: #{'left' if left else 'center'}, {cells})"


_HANDLERS: dict[str, Callable[[Element], str]] = {
    "mi": _identifier,
    "mn": _number,
    "mo": _operator,
    "mtext": lambda e: string(_text(e)) if e.text else "",
    "ms": lambda e: string(_text(e)),
    "mspace": _space,
    "mphantom": lambda e: f"#hide[${_joined(e)}$]",
    "annotation": lambda _: "",
    "mrow": _row,
    "msub": _scripts("b"),
    "msup": _scripts("t"),
    "msubsup": _scripts("bt"),
    "munder": _under,
    "mover": _over,
    "munderover": _limits("bt"),
    "mfrac": _fraction,
    "msqrt": lambda e: f"sqrt({_joined(e)})",
    "mroot": lambda e: f"root({_part(e[1])}, {_part(e[0])})",
    "menclose": lambda e: f"#box(stroke: 0.5pt, inset: 3pt, $ {_joined(e)} $)",
    "mtable": _table,
}
