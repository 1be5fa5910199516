"""The command line: its commands, and how every error leaves it."""


def run() -> None:
    """Run the command that was asked for."""
