"""One file a command, thin."""

from __future__ import annotations

from grader.startup import start_quickly


def main() -> None:
    """Run the command line."""
    start_quickly()
    from grader.cli.app import run

    run()
