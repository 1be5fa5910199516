"""A problem in the terminal: the same tokens as every handout, formulas as Unicode text.

rich lays out Markdown; it is given our tokens, with each formula replaced by text.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import ClassVar

from markdown_it.token import Token
from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Heading, Markdown, MarkdownContext, TextElement
from rich.padding import Padding
from rich.rule import Rule
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from grader.handout.citation import citation
from grader.handout.content import Contract, Handout, handout_of
from grader.pages import MATH, Theme, default_theme, formula_text, parse
from grader.problem import Problem

#: The terminal's own colours, so that code can be read on light and on dark.
_CODE_THEME = "ansi_light"
_INDENT = (0, 0, 0, 2)


class _Heading(Heading):
    """On the left: rich would centre headings, and box the largest."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Formula(TextElement):
    """A formula on a line, or lines, of its own; the spaces that draw it are kept."""

    def on_text(self, context: MarkdownContext, text: str | Text) -> None:  # noqa: ARG002  # rich's
        drawn = "\n" in str(text)
        self.text = Text(str(text), no_wrap=drawn, overflow="ignore" if drawn else "fold")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Padding(self.text, (0, 0, 0, 4))


class _Prose(Markdown):
    """Markdown made from tokens rather than from text."""

    elements: ClassVar = {**Markdown.elements, "heading_open": _Heading, "math_block": _Formula}

    def __init__(self, tokens: Sequence[Token]) -> None:
        super().__init__("", code_theme=_CODE_THEME, inline_code_theme=_CODE_THEME)
        self.parsed = [_for_terminal(token) for token in tokens]


def prose(source: str, theme: Theme) -> RenderableType:
    """A text of the problem, laid out for a terminal."""
    return _Prose(parse(source, theme.dialect))


def render_problem(problem: Problem, theme: Theme | None = None) -> RenderableType:
    """What a student reads first: everything but the hints and the theory."""
    handout = handout_of(problem, theme or default_theme())
    return Group(*_sections(handout))


def render_theory(problem: Problem, theme: Theme | None = None) -> RenderableType:
    """The whole theory."""
    return prose(problem.theory, theme or default_theme())


def render_hint(problem: Problem, number: int, theme: Theme | None = None) -> RenderableType:
    """Hint ``number``, counted from 1, with what it costs. IndexError if there is none."""
    theme = theme or default_theme()
    hints, messages = problem.spec.hints, theme.messages
    if not 1 <= number <= len(hints):
        raise IndexError(number)
    hint = hints[number - 1]
    title = Text(messages.get("hint_n", number=number, count=len(hints)), style="bold")
    if hint.cost:
        title.append(f"  {messages.get('costs', percent=f'{hint.cost:g}')}", style="dim")
    return Group(title, Padding(prose(hint.text, theme), _INDENT))


def _sections(handout: Handout) -> Iterator[RenderableType]:
    messages = handout.messages
    facts = [messages[f"difficulty_{handout.difficulty}"], _points(handout)]
    yield Rule(
        Text.assemble((handout.title, "bold"), (f"  {' · '.join(facts)}", "dim")),
        align="left",
        style="dim",
    )
    if handout.source is not None:
        yield Text(f"{messages['from_source']} {citation(handout.source, messages)}", style="dim")
    yield Text()
    yield prose(handout.statement, handout.theme)
    for contract in handout.contract:
        yield from _contract(contract, handout)
    for key, sentences in (
        ("requirements", handout.requirements),
        ("constraints", handout.constraints),
    ):
        if sentences:
            yield from _titled(
                messages[key], prose("\n".join(_item(text) for text in sentences), handout.theme)
            )
    yield from _titled(messages["starter"], _code(handout.starter))
    if handout.examples:
        yield from _titled(messages["examples"], *_examples(handout))
    if handout.pitfalls:
        yield from _titled(messages["pitfalls"], *_pitfalls(handout))


def _examples(handout: Handout) -> Iterator[RenderableType]:
    for example in handout.examples:
        yield Text(example.name, style="italic")
        yield Padding(_code(example.code), _INDENT)
        if example.explain:
            yield Padding(prose(example.explain, handout.theme), _INDENT)


def _pitfalls(handout: Handout) -> Iterator[RenderableType]:
    for pitfall in handout.pitfalls:
        yield Group(
            Padding(prose(f"*{pitfall.title}*", handout.theme), 0),
            Padding(prose(pitfall.text, handout.theme), _INDENT),
        )


def _item(text: str) -> str:
    """A list item; its later lines belong to it."""
    return "- " + text.strip().replace("\n", "\n  ")


def _points(handout: Handout) -> str:
    if handout.points == 1:
        return handout.messages["points_one"]
    return handout.messages.get("points", points=f"{handout.points:g}")


def _titled(title: str, *parts: RenderableType) -> Iterator[RenderableType]:
    yield Text()
    yield Text(title, style="bold")
    for part in parts:
        yield Padding(part, _INDENT)


def _code(source: str) -> RenderableType:
    return Syntax(
        source.rstrip(), "python", theme=_CODE_THEME, background_color="default", word_wrap=True
    )


def _contract(contract: Contract, handout: Handout) -> Iterator[RenderableType]:
    messages = handout.messages
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    for key in ("parameter", "type", "shape", "meaning"):
        table.add_column(messages[key], overflow="fold")
    for row in contract.parameters:
        name = Text("  " * row.depth + row.name, style="bold", no_wrap=True)
        table.add_row(name, Text(row.type), Text(row.shape), prose(row.doc, handout.theme))
    for row in contract.returns:
        name = Text("  " * row.depth + row.name) if row.name else Text(messages["returns"], "dim")
        table.add_row(name, Text(row.type), Text(row.shape), prose(row.doc, handout.theme))
    parts: list[RenderableType] = [table] if table.rows else []
    if contract.doc:
        parts.insert(0, prose(contract.doc, handout.theme))
    yield from _titled(contract.signature, *parts)


def _for_terminal(token: Token) -> Token:
    """A token with its formulas as text; tokens of :func:`parse` are shared, so a copy."""
    if token.type in MATH:
        token = copy.copy(token)
        alone = token.type == "math_block"
        token.content = formula_text(token.content.strip(), display=alone)
        token.tag = ""
        token.type = token.type if alone else "text"
    elif token.children and token.type == "inline":
        token = copy.copy(token)
        token.children = [_for_terminal(child) for child in token.children or ()]
    return token
