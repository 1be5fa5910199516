"""A class's results as one HTML file: no network, no script, for eyes and for screen readers."""

from __future__ import annotations

from datetime import datetime

from grader.report.class_data import ClassData
from grader.report.pages import render_page

#: What is said of a run's environment, and how it is called.
_LABELS = {
    "isolation": "Isolation level",
    "grader": "grader",
    "python": "Python",
    "numpy": "NumPy",
    "blas": "BLAS",
    "cpu": "Processor",
    "engine": "Engine",
}


def render_class_report(data: ClassData, *, names: bool = True) -> str:
    """The page; without ``names`` it says nothing about single students."""
    started = datetime.fromtimestamp(data.run.started).astimezone()
    return render_page(
        "class_report.html.j2",
        data=data,
        names=names,
        labels=_LABELS,
        started=started.strftime("%Y-%m-%d %H:%M"),
    )
