"""One file a command, thin."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from grader.cli.app import run

    run()
