"""The command line: its commands, and how every error leaves it.

Commands are imported when they are called: ``grader hint`` needs no NumPy.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import click

from grader import __version__
from grader.cli import exit_codes
from grader.cli.output import say
from grader.errors import GraderError, JudgeError
from grader.signs import forgiving
from grader.startup import end_quickly

#: Command name -> (module, one line for the overview). The module's ``command`` is the command.
COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("check", "Run the public cases on your solution."),
    "grade": ("grade", "Judge a solution on all cases."),
    "list": ("list_problems", "List the problems of the course."),
    "course": ("course", "Show the course: order, prerequisites, points, difficulty."),
    "show": ("show", "Read a problem in the terminal."),
    "hint": ("hint", "Read the hints of a problem, one by one."),
    "handout": ("handout", "Render pages, PDFs, notebooks and kits."),
    "export": ("export", "Make bundles for Gradescope, GitHub, PrairieLearn, CodeRunner."),
    "new": ("new", "Start a problem that is valid from its first second."),
    "validate": ("validate", "Check problems, and whether their cases are good."),
    "suggest": ("suggest", "Propose test cases that kill what survives."),
    "runs": ("runs", "List, show, compare and report what was graded."),
    "stream": ("stream", "Judge sources as they come, for programs."),
    "doctor": ("doctor", "Say how well this machine isolates submissions."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported only when they are run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order in which people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"grader.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview, made without importing a single command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the near command for a misspelt one."""
        import difflib

        name = args[0]
        if name not in COMMANDS:
            near = difflib.get_close_matches(name, COMMANDS, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"No such command {name!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--course",
    type=click.Path(path_type=Path),
    help="Folder with problems/ and solutions/; found upward from here by default.",
)
@click.version_option(__version__, prog_name="grader")
@click.pass_context
def app(ctx: click.Context, course: Path | None) -> None:
    """Hand out and grade numeric coding exercises in NumPy."""
    ctx.obj = course


def run(arguments: list[str] | None = None) -> None:
    """Run a command and leave with its exit code; every error is one sentence on stderr."""
    code = main_code(arguments)
    end_quickly()
    sys.exit(code)


def main_code(arguments: list[str] | None = None) -> int:
    """Like :func:`run`, but returns the exit code."""
    with forgiving():
        return _call(arguments)


def _call(arguments: list[str] | None) -> int:
    try:
        outcome: Any = app.main(args=arguments, standalone_mode=False)
    except click.exceptions.Abort:
        say("stopped", err=True)
        return exit_codes.INTERRUPTED
    except click.ClickException as error:
        error.show(file=sys.stderr)
        return exit_codes.USAGE
    except JudgeError as error:
        say(f"judge error (not the submission's fault): {error}", err=True)
        return exit_codes.JUDGE_ERROR
    except GraderError as error:
        say(str(error), err=True)
        return exit_codes.USAGE
    except KeyboardInterrupt:
        say("stopped", err=True)
        return exit_codes.INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away (``| head``): nothing is left to say.
        sys.stdout = None  # keeps the interpreter from flushing it once more
        return exit_codes.ACCEPTED
    except Exception:
        return _own_failure()
    return outcome if isinstance(outcome, int) else exit_codes.ACCEPTED


def _own_failure() -> int:
    """A bug of ours: say so, keep the traceback for the report, never blame the submission."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="grader-", suffix=".log", delete=False,
        encoding="utf-8", errors="backslashreplace",
    ) as log:  # fmt: skip
        traceback.print_exc(file=log)
    kind = sys.exc_info()[0]
    say(
        f"judge error (not the submission's fault): {kind.__name__ if kind else 'unknown'} in "
        f"grader itself; please report it with {log.name}",
        err=True,
    )
    return exit_codes.JUDGE_ERROR
