"""The command line.  Commands import slow modules when they run, so that help is quick."""

import codecs
import contextlib
import errno
import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperGroup

from .. import __version__
from ..core.clock import ENGINE_THREAD
from ..core.installed import entry_points_of, loaded_entry_point, package_with
from ..core.interrupts import interrupt
from ..core.signatures import keyword, parameters_of, with_signature
from . import (
    agents,
    batches,
    comparisons,
    explanations,
    guarantees,
    installation,
    library,
    problems,
    proofs,
    soda,
    solutions,
    tour,
)

ProblemFileOption = Annotated[
    Path | None,
    typer.Option("--problem", metavar="FILE", help="Load the problem that a Python file declares."),
]


def takes_problem(function: Callable[..., None]) -> Callable[..., None]:
    """Return a command with the option ``--problem FILE``, which loads the file's problem."""

    option = keyword("problem_file", ProblemFileOption)

    @with_signature(function, [*parameters_of(function, resolved=True), option])
    def command(*given: Any, problem_file: Path | None = None, **named: Any) -> None:
        if problem_file is not None:
            from ..validation.catalogue import load_problem

            load_problem(problem_file)
        function(*given, **named)

    return command


def prepare_streams() -> None:
    """Reserve stdout for answers; output of libraries such as HiGHS goes to stderr."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed before the command began
            # an answer that nobody can read is an error, so writing it fails
            access = os.O_RDONLY if name == "stdout" else os.O_RDWR
            setattr(sys, name, os.fdopen(os.open(os.devnull, access), mode))
    out = sys.__stdout__
    if out is None or sys.stdout is not out or sys.stderr is not sys.__stderr__:
        return  # one is closed, or somebody captures it
    buffering = 1 if out.isatty() else -1  # by lines for somebody who reads along
    codecs.register_error("optgap-escape", _escape)
    encoding = codecs.lookup(out.encoding or "ascii").name
    encoding = "utf-8" if encoding == "ascii" else encoding  # as click does: nobody means ASCII
    sys.stdout = os.fdopen(os.dup(1), "w", buffering, encoding=encoding, errors="optgap-escape")
    os.dup2(2, 1)


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Return characters that the encoding lacks as JSON escapes, which keeps JSON valid."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[k : k + 2].hex()}" for k in range(0, len(units), 2)), error.end


def drop_stdout() -> None:
    """Discard unwritten output, so that Python does not try to write it at exit."""
    with contextlib.suppress(io.UnsupportedOperation):  # somebody captures it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Group(TyperGroup):
    """The commands; of one that is missing it says which package has it."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        package = package_with(_GROUP, args[0]) if args[0] not in self.commands else None
        if package is not None:
            ctx.fail(f"{args[0]!r} is a command of {package}: pip install {package}")
        return super().resolve_command(ctx, args)


_SCHEMAS = ("instance", "decision", "certificate")
app = typer.Typer(
    name="optgap",
    cls=_Group,
    help="Compare heuristics of cluster scheduling with exact models, and prove the gap.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"optgap {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


# The commands of the suite.
COMMANDS: tuple[Callable[..., None], ...] = (
    *(tour.demo, problems.problems, problems.methods, problems.show, problems.contract),
    *(problems.generate, solutions.solve, solutions.check, comparisons.compare, solutions.export),
    *(proofs.prove, guarantees.guarantee, explanations.explain, explanations.sweep),
    proofs.verify,
    *(soda.chain, soda.epochs),
    *(
        batches.hunt,
        batches.bench,
        batches.report,
        library.library,
        installation.doctor,
        agents.mcp,
    ),
)
for _function in COMMANDS:
    _own = _function in (problems.contract, library.library)  # their --problem is another one
    app.command(_function.__name__)(_function if _own else takes_problem(_function))

_GROUP = "optgap.commands"


def _add_commands() -> None:
    """Add the commands of installed packages, each package with a group of its own in the help."""
    own = {function.__name__ for function in COMMANDS}
    for name, point in sorted(entry_points_of(_GROUP).items()):
        if name in own:
            from ..core.faults import input_error

            raise input_error("command", f"{name!r} is a command of optgap, too: {point.value}")
        function = loaded_entry_point(_GROUP, name)
        if function is not None:
            group = None if point.dist is None else f"Commands of {point.dist.name}"
            app.command(name, rich_help_panel=group)(takes_problem(function))


try:
    _add_commands()
except Exception as error:
    from ..core.faults import InputError

    if not isinstance(error, InputError):
        raise
    typer.echo(str(error), err=True)  # one name for two commands
    sys.exit(2)


def main() -> None:
    """Run the command line; bad input gives exit code 2 and one message."""
    prepare_streams()
    try:
        _run()
    except KeyboardInterrupt:  # also a second one, while the first is being dealt with
        _leave(130)
    finally:  # what has ended can no longer be interrupted: its exit code stands
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _run() -> None:
    from ..core.faults import InputError

    if sys.flags.optimize > 1:
        typer.echo("optgap needs docstrings: run Python without -OO and PYTHONOPTIMIZE=2", err=True)
        sys.exit(2)
    _name_the_schema(sys.argv)
    signal.signal(signal.SIGTERM, interrupt)  # both ask to stop and to tell
    warnings.showwarning = _print_warning
    try:
        app()
    except InputError as error:
        _report_faults(error)
        sys.exit(2)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        _leave(130)
    except Exception as error:  # the last line of defence: what nobody foresaw
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            drop_stdout()
            typer.echo(f"{error.filename or 'standard output'}: {error.strerror}", err=True)
            sys.exit(2)
        if _is_missing(Path.cwd):
            typer.echo("the working directory has been deleted; change to another one", err=True)
            sys.exit(2)
        import tempfile

        if _is_missing(tempfile.gettempdir):
            typer.echo(
                "no folder has room for temporary files; set TMPDIR to one that has", err=True
            )
            sys.exit(2)
        if "partially initialized module" in str(error):  # an import that Ctrl-C broke off
            typer.echo("interrupted", err=True)
            _leave(130)
        _report_defect(error)
        sys.exit(70)
    except SystemExit as end:
        left_behind = any(thread.name == ENGINE_THREAD for thread in threading.enumerate())
        if left_behind or end.code == 130:
            _leave(int(end.code or 0))
        raise


def _print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a note about a file in one line, and other warnings as Python does."""
    from ..core.faults import ConventionWarning, printable

    if issubclass(category, ConventionWarning):
        typer.echo(printable(f"note: {message}"), err=True)
    else:
        typer.echo(warnings.formatwarning(message, category, filename, lineno), err=True, nl=False)


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EBADF)


def _is_missing(folder: Callable[[], object]) -> bool:
    """Return whether the function that names a folder finds none."""
    try:
        folder()
    except FileNotFoundError:
        return True
    return False


def _name_the_schema(arguments: list[str]) -> None:
    """Insert the value ``instance`` after the option ``--schema`` if it has no value."""
    for k, word in enumerate(arguments):
        if word == "--schema" and arguments[k + 1 : k + 2] not in ([kind] for kind in _SCHEMAS):
            arguments[k] = "--schema=instance"


def _leave(code: int) -> None:
    """Exit immediately, because an engine that did not stop in time may still run in a thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.flush()
    sys.stderr.flush()
    if threading.active_count() > 1:
        os._exit(code)
    sys.exit(code)


def _report_defect(error: Exception) -> None:
    """Report an unexpected error in one sentence, and write its details to a file."""
    import tempfile
    import traceback

    from ..core.faults import printable

    with tempfile.NamedTemporaryFile(
        "w", prefix="optgap-defect-", suffix=".txt", delete=False, encoding="utf-8"
    ) as report:
        report.write(printable(f"optgap {__version__}: {' '.join(sys.argv[1:])}\n"))
        report.write(printable("".join(traceback.format_exception(error))))
    words = printable(f"{type(error).__name__}: {error}".replace("\n", " "))
    words = words if len(words) <= 300 else f"{words[:299]}…"
    typer.echo(
        f"this is a defect of optgap ({words}); please report it with {report.name}", err=True
    )


def _report_faults(error: Any) -> None:
    """Print the faults to stderr, and with ``--json`` also to stdout as JSON."""
    from ..core.faults import printable

    typer.echo(printable(str(error)), err=True)
    if "--json" in sys.argv:
        import json

        faults = [vars(fault) for fault in error.faults]
        typer.echo(json.dumps({"error": error.subject, "faults": faults}))
