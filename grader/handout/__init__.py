"""Pages, notebooks and kits, all from one source."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.handout.archive import is_script, zipped
    from grader.handout.build import Plan
    from grader.handout.check import check_text
    from grader.handout.content import Handout, handout_of
    from grader.handout.course_build import (
        INDEX,
        Built,
        build_problems,
        formats_of,
        render_index,
        stale_handouts,
    )
    from grader.handout.course_page import course_table, overview, render_course_page
    from grader.handout.html import render_html
    from grader.handout.markdown_page import render_markdown
    from grader.handout.notebook import render_notebook
    from grader.handout.starter_file import render_starter
    from grader.handout.student_bundle import bundle_files, course_files
    from grader.handout.terminal import render_hint, render_problem, render_theory
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "archive": "is_script zipped",
            "build": "Plan",
            "check": "check_text",
            "content": "Handout handout_of",
            "course_build": "Built INDEX build_problems formats_of render_index stale_handouts",
            "course_page": "course_table overview render_course_page",
            "html": "render_html",
            "markdown_page": "render_markdown",
            "notebook": "render_notebook",
            "starter_file": "render_starter",
            "student_bundle": "bundle_files course_files",
            "terminal": "render_hint render_problem render_theory",
        },
    )

__all__ = [
    "INDEX",
    "Built",
    "Handout",
    "Plan",
    "build_problems",
    "bundle_files",
    "check_text",
    "course_files",
    "course_table",
    "formats_of",
    "handout_of",
    "is_script",
    "overview",
    "render_course_page",
    "render_hint",
    "render_html",
    "render_index",
    "render_markdown",
    "render_notebook",
    "render_problem",
    "render_starter",
    "render_theory",
    "stale_handouts",
    "zipped",
]
