"""What every page is made with: theme, messages, templates, design tokens, Markdown, formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.pages.highlighting import highlight
    from grader.pages.html_markup import Context, inline_markup, markup
    from grader.pages.markdown import (
        MATH,
        Dialect,
        Formula,
        formulas,
        headings,
        inline_tokens,
        locations,
        parse,
        stray_dollars,
        walk,
    )
    from grader.pages.media import MEDIA_TYPES, media_type, suffix
    from grader.pages.messages import (
        BASE,
        LANGUAGES,
        Messages,
        course_messages,
        messages_for,
        messages_of,
        own_strings,
        sentence,
    )
    from grader.pages.page import COPY_SCRIPT, render_page
    from grader.pages.plain_markup import formula_text, plain_text
    from grader.pages.sentences import english, prose, unbroken
    from grader.pages.templating import render_template
    from grader.pages.tex import TexError, lost_part, mathml_tree
    from grader.pages.theme import Theme, default_theme, theme_of
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "highlighting": "highlight",
            "html_markup": "Context inline_markup markup",
            "markdown": (
                "Dialect Formula MATH formulas headings inline_tokens locations parse "
                "stray_dollars walk"
            ),
            "media": "MEDIA_TYPES media_type suffix",
            "messages": (
                "BASE LANGUAGES Messages course_messages messages_for messages_of own_strings "
                "sentence"
            ),
            "page": "COPY_SCRIPT render_page",
            "plain_markup": "formula_text plain_text",
            "sentences": "english prose unbroken",
            "templating": "render_template",
            "tex": "TexError lost_part mathml_tree",
            "theme": "Theme default_theme theme_of",
        },
    )

__all__ = [
    "BASE",
    "COPY_SCRIPT",
    "LANGUAGES",
    "MATH",
    "MEDIA_TYPES",
    "Context",
    "Dialect",
    "Formula",
    "Messages",
    "TexError",
    "Theme",
    "course_messages",
    "default_theme",
    "english",
    "formula_text",
    "formulas",
    "headings",
    "highlight",
    "inline_markup",
    "inline_tokens",
    "locations",
    "lost_part",
    "markup",
    "mathml_tree",
    "media_type",
    "messages_for",
    "messages_of",
    "own_strings",
    "parse",
    "plain_text",
    "prose",
    "render_page",
    "render_template",
    "sentence",
    "stray_dollars",
    "suffix",
    "theme_of",
    "unbroken",
    "walk",
]
