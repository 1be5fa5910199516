"""Markdown tokens to Typst, as function calls on strings: nothing in a text is markup there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from grader.handout.typst_math import string, typst_math
from grader.pages import Dialect, TexError, headings, inline_tokens, parse


@dataclass(frozen=True)
class Press:
    """What the texts of one handout share."""

    dialect: Dialect
    pictures: Mapping[str, str]
    """From an address in the Markdown to a file."""


def typst_markup(source: str, press: Press, *, level: int, anchors: bool = False) -> str:
    """A text as Typst content; its largest heading gets ``level``.

    ``anchors``: whether its headings are labels that links lead to.
    """
    tokens = parse(source, press.dialect)
    entries = headings(tokens)
    shift = level - min((entry.level for entry in entries), default=level)
    labels = iter([f" #label({string(entry.anchor)})" if anchors else "" for entry in entries])
    state = _State(press, shift, labels)
    return "".join(_block(token, state) for token in tokens)


def typst_inline(source: str, press: Press) -> str:
    """A text of one line as Typst content."""
    return _inline(inline_tokens(source, press.dialect), _State(press, 0, iter(())))


@dataclass(frozen=True)
class _State:
    press: Press
    shift: int
    labels: Iterator[str]


def _block(token: Token, state: _State) -> str:
    render = _BLOCKS.get(token.type)
    return render(token, state) if render else ""


def _inline(tokens: Sequence[Token], state: _State) -> str:
    return "".join(_INLINE[t.type](t, state) for t in tokens if t.type in _INLINE)


def _math(token: Token, *, display: bool) -> str:
    tex = token.content.strip()
    try:
        return typst_math(tex, display=display)
    except TexError:
        return f"#raw({string(tex)})"  # reported by check.py


def _code(token: Token, _state: _State) -> str:
    language = token.info.strip() or "text"
    return f"#raw(block: true, lang: {string(language)}, {string(token.content.rstrip())})\n\n"


def _heading(token: Token, state: _State) -> str:
    level = min(6, max(1, int(token.tag[1]) + state.shift))
    return f"\n#heading(level: {level})["


def _heading_end(_token: Token, state: _State) -> str:
    return f"]{next(state.labels)}\n\n"


def _link(token: Token, _state: _State) -> str:
    address = str(token.attrs["href"])
    if address.startswith("#"):
        return f"#reference({string(address[1:])})["
    return f"#link({string(address)})["


def _picture(token: Token, state: _State) -> str:
    file = state.press.pictures.get(str(token.attrs["src"]))
    if file is None:  # reported by check.py
        return f"#{string(token.content)}"
    return f"#picture({string(file)}, {string(token.content)})"


def _ordered(token: Token, _state: _State) -> str:
    return f"#enum(start: {int(token.attrs.get('start', 1))}, "


def _cell(token: Token, _state: _State) -> str:
    style = str(token.attrs.get("style", ""))
    align = next((a for a in ("right", "center") if f"text-align:{a}" in style), "left")
    return f"(align: {align}, body: ["


def _open(text: str) -> Callable[[Token, _State], str]:
    return lambda _token, _state: text


_BLOCKS: dict[str, Callable[[Token, _State], str]] = {
    "heading_open": _heading,
    "heading_close": _heading_end,
    "paragraph_open": _open(""),
    "paragraph_close": lambda token, _state: "\n" if token.hidden else "\n\n",
    "inline": lambda token, state: _inline(token.children or (), state),
    "math_block": lambda token, _state: _math(token, display=True) + "\n\n",
    "fence": _code,
    "code_block": _code,
    "bullet_list_open": _open("#list("),
    "bullet_list_close": _open(")\n\n"),
    "ordered_list_open": _ordered,
    "ordered_list_close": _open(")\n\n"),
    "list_item_open": _open("["),
    "list_item_close": _open("], "),
    "blockquote_open": _open("#quote(block: true)["),
    "blockquote_close": _open("]\n\n"),
    "hr": _open("#rule()\n\n"),
    "table_open": _open("#markdown-table("),
    "table_close": _open(")\n\n"),
    "tr_open": _open("("),
    "tr_close": _open("), "),
    "th_open": _cell,
    "td_open": _cell,
    "th_close": _open("]), "),
    "td_close": _open("]), "),
}
_INLINE: dict[str, Callable[[Token, _State], str]] = {
    "text": lambda token, _state: f"#{string(token.content)}" if token.content else "",
    "softbreak": _open(" "),
    "hardbreak": _open("#linebreak()"),
    "code_inline": lambda token, _state: f"#raw({string(token.content)})",
    "math_inline": lambda token, _state: _math(token, display=False),
    "math_inline_double": lambda token, _state: _math(token, display=True),
    "em_open": _open("#emph["),
    "em_close": _open("]"),
    "strong_open": _open("#strong["),
    "strong_close": _open("]"),
    "s_open": _open("#strike["),
    "s_close": _open("]"),
    "link_open": _link,
    "link_close": _open("]"),
    "image": _picture,
}
