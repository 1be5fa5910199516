"""A handout as one HTML file: fonts, pictures and style inside, no network, no script needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from grader.handout.citation import citation
from grader.handout.content import TEMPLATES, Handout
from grader.pages import (
    COPY_SCRIPT,
    Context,
    headings,
    highlight,
    inline_markup,
    markup,
    parse,
    render_page,
    unbroken,
)


def render_html(handout: Handout) -> str:
    """The whole page of a problem.

    Raises:
        ProblemError: at the course's template that cannot be used.
    """
    context = Context(handout.figures, handout.theme)
    theory = parse(handout.theory, handout.theme.dialect)
    return render_page(
        TEMPLATES / "page.html.j2",
        handout.theme,
        typeset=True,
        script=COPY_SCRIPT,
        handout=handout,
        citation=citation(handout.source, handout.messages) if handout.source else "",
        theory_contents=_contents(theory, context),
        markdown=lambda text, level=3: Markup(markup(text, context, level=level)),
        theory_markup=lambda: Markup(markup(handout.theory, context, level=3, anchors=True)),
        inline=lambda text: Markup(inline_markup(text, context)),
        python=lambda code: Markup(highlight(code, "python")),
        number=lambda value: f"{value:g}",
        unbroken=unbroken,
    )


def _contents(tokens: Sequence[Any], context: Context) -> list[dict[str, Any]]:
    """The two upper levels of the theory's headings, nested."""
    found: list[dict[str, Any]] = []
    entries = headings(tokens)
    top = min((heading.level for heading in entries), default=1)
    for heading in entries:
        entry = {
            "anchor": heading.anchor,
            "title": Markup(context.inline(heading.tokens)),
            "parts": [],
        }
        if heading.level == top or not found:
            found.append(entry)
        elif heading.level == top + 1:
            found[-1]["parts"].append(entry)
    return found
