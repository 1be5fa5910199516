"""Markdown tokens to HTML: markdown-it's own renderer with our formulas, code and pictures."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.pages.highlighting import highlight
from grader.pages.markdown import headings, inline_tokens, parse
from grader.pages.media import data_address, media_type
from grader.pages.tex import TexError, mathml
from grader.pages.theme import Theme
from grader.pages.unicode_math import text_of

#: Lines with more characters than this may be wider than a telephone, and scroll there.
_NARROW = 34
_Env = MutableMapping[str, Any]


class Context:
    """What the texts of one page share: its pictures, language and permissions."""

    def __init__(self, figures: Mapping[str, bytes], theme: Theme) -> None:
        self.figures = figures
        self.messages = theme.messages
        self.dialect = theme.dialect

    def inline(self, tokens: Sequence[Token]) -> str:
        """Inline tokens without a paragraph around them."""
        return str(_HTML.renderer.render(tokens, _HTML.options, {"context": self}))


def markup(source: str, context: Context, *, level: int, anchors: bool = False) -> str:
    """A text as HTML; its largest heading becomes ``<h{level}>``.

    ``anchors``: whether its headings can be linked to (those of the theory can).
    """
    tokens = parse(source, context.dialect)
    entries = headings(tokens)
    env: _Env = {
        "context": context,
        "shift": level - min((entry.level for entry in entries), default=level),
        "anchors": iter([entry.anchor for entry in entries]) if anchors else None,
    }
    return str(_HTML.renderer.render(tokens, _HTML.options, env))


def inline_markup(source: str, context: Context) -> str:
    """A text of one line as HTML without a paragraph."""
    return context.inline(inline_tokens(source, context.dialect))


def _heading_open(token: Token, env: _Env) -> str:
    anchors: Iterator[str] | None = env["anchors"]
    anchor = f' id="{html.escape(next(anchors))}"' if anchors is not None else ""
    return f"<h{_level(token, env)}{anchor}>"


def _heading_close(token: Token, env: _Env) -> str:
    return f"</h{_level(token, env)}>\n"


def _math_inline(token: Token, _env: _Env) -> str:
    return _formula(token.content.strip(), display=False)


def _math_inline_double(token: Token, _env: _Env) -> str:
    return f'<span class="formula">{_formula(token.content.strip(), display=True)}</span>'


def _math_block(token: Token, env: _Env) -> str:
    tex = token.content.strip()
    attributes = _scrolling(_width(tex), env["context"].messages["formula"])
    return f'<div class="formula"{attributes}>{_formula(tex, display=True)}</div>\n'


def _code(token: Token, env: _Env) -> str:
    attributes = _scrolling(_longest(token.content), env["context"].messages["code"])
    return f"<pre{attributes}><code>{highlight(token.content, token.info.strip())}</code></pre>\n"


def _table_open(_token: Token, env: _Env) -> str:
    label = html.escape(env["context"].messages["table"])
    return f'<div class="table" tabindex="0" role="group" aria-label="{label}"><table>\n'


def _table_close(_token: Token, _env: _Env) -> str:
    return "</table></div>\n"


def _image(token: Token, env: _Env) -> str:
    source, description = str(token.attrs["src"]), html.escape(token.content)
    data = env["context"].figures.get(source)
    if data is None:  # has a fault, see check.py
        return description
    return f'<img src="{data_address(data, media_type(source))}" alt="{description}">'


_RULES: dict[str, Callable[[Token, _Env], str]] = {
    "heading_open": _heading_open,
    "heading_close": _heading_close,
    "math_inline": _math_inline,
    "math_inline_double": _math_inline_double,
    "math_block": _math_block,
    "fence": _code,
    "code_block": _code,
    "table_open": _table_open,
    "table_close": _table_close,
    "image": _image,
}


def _renderer() -> MarkdownIt:
    """markdown-it with our rules in the place of its own."""
    markdown = MarkdownIt("commonmark")
    for name, render in _RULES.items():

        def rule(
            _renderer: object,
            tokens: Sequence[Token],
            index: int,
            _options: object,
            env: _Env,
            *,
            render: Callable[[Token, _Env], str] = render,
        ) -> str:
            return render(tokens[index], env)

        markdown.add_render_rule(name, rule)
    return markdown


_HTML = _renderer()


def _level(token: Token, env: _Env) -> int:
    return min(6, max(1, int(token.tag[1]) + int(env.get("shift", 0))))


def _formula(tex: str, *, display: bool) -> str:
    try:
        element = mathml(tex, display=display)
    except TexError as error:
        # A problem with such a formula is refused before; a preview shows where it is.
        return f'<code class="fault" title="{html.escape(error.message)}">{html.escape(tex)}</code>'
    return element.replace("<math", f'<math alttext="{html.escape(tex)}"', 1)


def _width(tex: str) -> int:
    try:
        return _longest(text_of(tex, display=True))
    except TexError:
        return len(tex)


def _longest(text: str) -> int:
    return max(map(len, text.split("\n")))


def _scrolling(width: int, label: str) -> str:
    """Attributes of what may have to scroll: the keyboard has to reach it, and it needs a name."""
    if width <= _NARROW:
        return ""
    return f' tabindex="0" role="group" aria-label="{html.escape(label)}"'
