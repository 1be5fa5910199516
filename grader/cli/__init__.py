"""One file a command, thin."""


def main() -> None:
    """Run the command line."""
    from grader.cli.app import run

    run()
