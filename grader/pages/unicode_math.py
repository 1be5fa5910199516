"""MathML to text: formulas for a terminal, as people write them in an e-mail.

``xW₁ + b₁``, ``ℝ^(d_model × d_ff)``, ``√(d_k)``. Neither unicodeit nor pylatexenc serves
here: the first leaves ``\\text`` and ``\\frac`` as they are, the second writes ``W_1`` and
loses the braces of ``i=1``. A formula that spans lines (cases, aligned, a matrix on its
own line) is several lines of text.
"""

from __future__ import annotations

import copy
import unicodedata
from collections.abc import Callable
from itertools import zip_longest
from xml.etree.ElementTree import Element

from grader.pages.tex import mathml_tree

_PLAIN = "0123456789+-=()aehijklmnoprstuvxβγρφχ"
_LOWER = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
_SUBSCRIPT = dict(zip(_PLAIN, _LOWER, strict=True)) | {"−": "₋", ",": ",", " ": ""}
_RAISED_FROM = "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW"
_RAISED_TO = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ"
_SUPERSCRIPT = dict(zip(_RAISED_FROM, _RAISED_TO, strict=True)) | {
    "−": "⁻",
    "⊤": "ᵀ",
    "′": "′",
    "″": "″",
    "∗": "*",
    " ": "",
}
_ACCENTS = {"^": "\u0302", "ˆ": "\u0302", "\u0302": "\u0302", "~": "\u0303", "˜": "\u0303"}
_ACCENTS |= {"¯": "\u0304", "‾": "\u0305", "\u0332": "\u0305", "→": "\u20d7", "\u20d7": "\u20d7"}
_ACCENTS |= {"˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c"}
#: Written with a space on either side, unless they stand first or in an index.
_SPACED = frozenset("+−-=≠≈≤≥<>≪≫∼≃≅≡≔∝∈∉⊂⊆⊃⊇∪∩×⋅·÷∘⊙⊗⊕±∓→⟶↦⇒⟹⇔⟺←∧∨∣∥:")
_SIGNS = frozenset("+−-±∓")
_INVISIBLE = "\u2061\u2062\u2063\u2064\ufe00\ufe01"
_OPENING = frozenset("([{⟨⌊⌈,;")
_BARS = frozenset("|‖")
_LARGE = frozenset("∑∏∫⋃⋂⨁⨂∮∐")
_SCRIPTS = frozenset({"msub", "msup", "msubsup", "munder", "mover", "munderover"})
_ROOTS = {"2": "√", "3": "∛", "4": "∜"}


def text_of(tex: str, *, display: bool = False) -> str:
    """A formula as text: of several lines only where ``display`` is true.

    Raises:
        TexError: where the formula cannot be set.
    """
    tree = mathml_tree(tex, display=display)
    if not display and tree.find(".//mtable") is not None:
        tree = copy.deepcopy(tree)
        for table in tree.iter("mtable"):
            table.set("inline", "true")
    lines = [line.rstrip() for line in _row(tree).rstrip().split("\n")]
    indent = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return "\n".join(line[indent:] for line in lines)


def _row(element: Element) -> str:
    """The children one after the other, with spaces around operators."""
    out = ""
    after: Element | None = None
    for child in element:
        piece = _convert(child)
        if not piece:
            continue
        if _name(child) == "mspace":
            out += "" if out.endswith(" ") else piece
        elif _name(child) == "mo" and piece in _SPACED and not _is_sign(piece, out):
            out = _beside(_trimmed(out), f" {piece} ")
        elif _name(child) == "mo" and piece in (",", ";"):
            # A comma that groups digits, written {,}, has no space after it.
            out = _beside(_trimmed(out), piece + ("" if child.get("rspace") == "0" else " "))
        else:
            out = _beside(out, _gap(after, child, out, piece) + piece)
        after = child
    return out


def _trimmed(text: str) -> str:
    return text if "\n" in text else text.rstrip(" ")


def _is_sign(piece: str, before: str) -> bool:
    """Whether a plus or minus belongs to the one term behind it."""
    before = before.rstrip()
    if piece not in _SIGNS or not before:
        return piece in _SIGNS
    last = before[-1]
    if last in _BARS:  # the second of a pair closes
        return before.count(last) % 2 == 1
    return last in _OPENING or last in _SPACED


def _beside(left: str, right: str) -> str:
    """Two pieces side by side; those of fewer lines stand in the middle of the others."""
    if "\n" not in left and "\n" not in right:
        return left + right
    boxes = [piece.split("\n") for piece in (left, right)]
    height = max(map(len, boxes))
    columns = []
    for box in boxes:
        width, above = max(map(len, box)), (height - len(box)) // 2
        padded = [""] * above + box + [""] * (height - len(box) - above)
        columns.append([line.ljust(width) for line in padded])
    return "\n".join(a + b for a, b in zip(*columns, strict=True))


def _gap(before: Element | None, element: Element, text: str, piece: str) -> str:
    """A space where two words, or a large sign and what follows it, would run together."""
    if before is None or text.endswith(" ") or not piece[0].isalnum():
        return " " if text and text[-1].isalnum() and piece[0] in _LARGE else ""
    messages = _is_word(before) or _is_word(element)
    return " " if (messages and text[-1] not in "([{") or text[-1] in _LARGE else ""


def _is_word(element: Element) -> bool:
    """Whether it is a name of several letters or a large operator, with or without an index."""
    while _name(element) in _SCRIPTS or (_name(element) == "mrow" and len(element)):
        inner = [child for child in element if _name(child) != "mspace"]
        if _name(element) == "mrow" and len(inner) != 1:
            return False
        element = inner[0]
    text = _leaf(element)
    return (len(text) > 1 and text[0].isalpha()) or text in _LARGE


def _convert(element: Element) -> str:
    handler = _HANDLERS.get(_name(element))
    return handler(element) if handler else _row(element)


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _leaf(element: Element) -> str:
    text = (element.text or "").translate(dict.fromkeys(map(ord, _INVISIBLE)))
    # Mathematical bold and italic letters are letters; blackboard and script ones are names.
    return "".join(
        unicodedata.normalize("NFKC", char) if 0x1D400 <= ord(char) <= 0x1D7FF else char
        for char in " ".join(text.split())
    )


def _space(element: Element) -> str:
    width = element.get("width", "0")
    size = float(width.removesuffix("em")) if width.endswith("em") else 0.0
    return " " * max(1, round(size)) if size > 0.1 else ""


def _index(text: str, table: dict[str, str], sign: str) -> str:
    """A script: in raised or lowered letters if there is one for each, else after a sign."""
    packed = text.replace(" ", "")
    if packed and all(char in table for char in packed) and len(packed) <= 6:
        return "".join(table[char] for char in packed)
    word = text.replace("_", "").isalnum()
    return sign + (text if word or len(text) == 1 or _wrapped(text) else f"({text})")


def _below(element: Element) -> str:
    return _index(_convert(element).strip(), _SUBSCRIPT, "_")


def _above(element: Element) -> str:
    return _index(_convert(element).strip(), _SUPERSCRIPT, "^")


def _base(element: Element) -> str:
    text = _convert(element)
    compound = _name(element) in ("mrow", "mfrac") and any(sign in text for sign in "+−/")
    return f"({text})" if compound and not _wrapped(text) else text


def _wrapped(text: str) -> bool:
    """Whether one pair of brackets holds the whole text."""
    if not text or text[0] not in "([{|‖":
        return False
    depth = 0
    for position, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0:
            return position == len(text) - 1
    return False


def _fraction(element: Element) -> str:
    if element.get("linethickness", "").startswith("0"):
        return f"{_convert(element[0])} over {_convert(element[1])}"
    return f"{_part(element[0])}/{_part(element[1])}"


def _part(element: Element) -> str:
    text = _convert(element).strip()
    return text if _wrapped(text) or not _compound(text) else f"({text})"


def _compound(text: str) -> bool:
    return any(char in _SPACED or char in "/ " for char in text)


def _root(sign: str, inner: str) -> str:
    inner = inner.strip()
    return f"{sign}{inner}" if len(inner) == 1 or _wrapped(inner) else f"{sign}({inner})"


def _nth_root(element: Element) -> str:
    degree = _convert(element[1]).strip()
    sign = _ROOTS.get(degree) or _index(degree, _SUPERSCRIPT, "^") + "√"
    return _root(sign, _convert(element[0]))


def _over(element: Element) -> str:
    base, mark = _convert(element[0]), _convert(element[1]).strip()
    if mark == "⏞":
        return base
    if mark in _ACCENTS:
        return "".join(char + _ACCENTS[mark] for char in base)
    return base + _index(mark, _SUPERSCRIPT, "^") if mark else base


def _under(element: Element) -> str:
    base, mark = _convert(element[0]), _convert(element[1]).strip()
    return base if mark in ("⏟", "_", "") else base + _index(mark, _SUBSCRIPT, "_")


def _table(element: Element) -> str:
    """Aligned equations and matrices: lines whose columns stand below each other."""
    rows = [[_convert(cell).strip() for cell in row] for row in element]
    if element.get("inline"):
        return "; ".join(" ".join(filter(None, row)) for row in rows)
    columns = list(zip_longest(*rows, fillvalue=""))
    widths = [max(map(len, column)) for column in columns]
    numbers = [all(_is_number(cell) for cell in column) for column in columns]
    # A cell that goes on with an equation stands close to the one before it.
    goes_on = any(row[1:] and row[1][:1] in _SPACED and row[1][1:2] == " " for row in rows)
    gap = " " if goes_on else "  "
    return "\n".join(
        gap.join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, numbers, strict=False)
        ).rstrip()
        for row in rows
    )


def _is_number(text: str) -> bool:
    return text.lstrip("−+").replace(".", "").isdigit()


def _bracketed(element: Element) -> str:
    """A row; brackets around a table are drawn over all its lines."""
    children = list(element)
    tables = [index for index, child in enumerate(children) if _name(child) == "mtable"]
    if len(tables) != 1:
        return _row(element)
    left, right = (
        "".join(map(_convert, part)).strip()
        for part in (children[: tables[0]], children[tables[0] + 1 :])
    )
    body = _table(children[tables[0]]).split("\n")
    if len(body) == 1:
        return f"{left}{body[0]}{right or ('}' if left == '{' else '')}"
    width = max(map(len, body))
    return "\n".join(
        f"{_tall(left, i, len(body))} {line.ljust(width)} {_tall(right, i, len(body))}"
        for i, line in enumerate(body)
    )


#: Top, middle, bottom and what joins them.
_TALL = {
    "{": ("⎧", "⎨", "⎩", "⎪"),
    "(": ("⎛", "⎜", "⎝", "⎜"),
    ")": ("⎞", "⎟", "⎠", "⎟"),
    "[": ("⎡", "⎢", "⎣", "⎢"),
    "]": ("⎤", "⎥", "⎦", "⎥"),
}


def _tall(bracket: str, line: int, lines: int) -> str:
    if lines == 1 or bracket not in _TALL:
        return bracket
    top, middle, bottom, bar = _TALL[bracket]
    if line == 0:
        return top
    if line == lines - 1:
        return bottom
    return middle if line == lines // 2 else bar


_HANDLERS: dict[str, Callable[[Element], str]] = {
    "mi": _leaf,
    "mn": _leaf,
    "mo": _leaf,
    "mtext": _leaf,
    "ms": _leaf,
    "mspace": _space,
    "mphantom": lambda _: "",
    "annotation": lambda _: "",
    "msub": lambda e: _base(e[0]) + _below(e[1]),
    "msup": lambda e: _base(e[0]) + _above(e[1]),
    "msubsup": lambda e: _base(e[0]) + _below(e[1]) + _above(e[2]),
    "munder": _under,
    "mover": _over,
    "munderover": lambda e: _base(e[0]) + _below(e[1]) + _above(e[2]),
    "mfrac": _fraction,
    "msqrt": lambda e: _root("√", _row(e)),
    "mroot": _nth_root,
    "mtable": _table,
    "mrow": _bracketed,
}
