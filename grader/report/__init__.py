"""Results in the form that people and other tools read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.report.class_figures import class_data
    from grader.report.class_report import render_class_report
    from grader.report.console import ReportConsole, report_console
    from grader.report.junit import write_junit
    from grader.report.quality_table import write_quality_table
    from grader.report.run_document import run_json
    from grader.report.run_files import write_csv, write_json_lines
    from grader.report.run_text import render_run, render_runs
    from grader.report.student_feedback import feedback_files
    from grader.report.terminal import case_text, group_text, print_result, summary_text
    from grader.report.validation import (
        print_suggestions,
        print_validation,
        suggestions_json,
        validation_json,
    )
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "class_figures": "class_data",
            "class_report": "render_class_report",
            "console": "ReportConsole report_console",
            "junit": "write_junit",
            "quality_table": "write_quality_table",
            "run_document": "run_json",
            "run_files": "write_csv write_json_lines",
            "run_text": "render_run render_runs",
            "student_feedback": "feedback_files",
            "terminal": "case_text group_text print_result summary_text",
            "validation": "print_suggestions print_validation suggestions_json validation_json",
        },
    )

__all__ = [
    "ReportConsole",
    "case_text",
    "class_data",
    "feedback_files",
    "group_text",
    "print_result",
    "print_suggestions",
    "print_validation",
    "render_class_report",
    "render_run",
    "render_runs",
    "report_console",
    "run_json",
    "suggestions_json",
    "summary_text",
    "validation_json",
    "write_csv",
    "write_json_lines",
    "write_junit",
    "write_quality_table",
]
