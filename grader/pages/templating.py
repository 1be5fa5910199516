"""Templates: ours, and those with which a course replaces them block by block.

Each package keeps the templates of its own pages; what all of them stand on is here. A
template in the course's folder that has the name of one of ours comes before it, and can
extend ours as ``grader/page.html.j2``.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2

from grader.errors import Diagnostic, Location, ProblemError
from grader.pages.messages import sentence
from grader.pages.visible import visible

#: What templates of every package may extend and include.
BASE_TEMPLATES = Path(__file__).parent / "templates"
#: Our templates' names in ``{% extends %}`` of a course's own.
OURS = "grader"


def render_template(template: Path, own: Path | None, **values: Any) -> str:
    """A template filled in; those for HTML escape every value that is not Markup.

    Args:
        template: ours, such as ``.../handout/templates/page.html.j2``; one of the same name
            in the course's folder comes before it.
        own: the course's folder of templates.
        values: what the template may name.

    Raises:
        ProblemError: at a template that cannot be used.
    """
    try:
        return _environment(template.parent, own).get_template(template.name).render(**values)
    except jinja2.TemplateSyntaxError as error:
        where = Location(error.filename or str(own), error.lineno)
        raise ProblemError([Diagnostic(where, f"template: {error.message}")]) from None
    except (jinja2.UndefinedError, jinja2.TemplateNotFound) as error:
        where = Location(str(own or template.parent))
        message = f"template {template.name}: {error.message}"
        raise ProblemError([Diagnostic(where, message)]) from None


@jinja2.pass_context
def _shown(context: jinja2.runtime.Context, value: Any) -> Any:
    """What stands in a page for a value: text without signs that hide or turn what is beside it."""
    if type(value) is not str or ".html" not in (context.name or ""):
        return value
    return visible(value, marks=context["messages"].direction == "rtl")


@lru_cache(maxsize=16)
def _environment(folder: Path, own: Path | None) -> jinja2.Environment:
    ours = jinja2.FileSystemLoader([folder, BASE_TEMPLATES])
    loaders: list[jinja2.BaseLoader] = [ours, jinja2.PrefixLoader({OURS: ours})]
    if own is not None:
        loaders.insert(0, jinja2.FileSystemLoader(own))
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(loaders),
        autoescape=lambda name: name is None or ".html" in name,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        finalize=_shown,
    )
    environment.filters["sentence"] = sentence
    return environment
