"""Parts that all commands share: exit codes, JSON on stdout, notes, and checks before any work."""

import json as jsonlib
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..core.faults import Fault, InputError, input_error, printable
from .layout import say

if TYPE_CHECKING:
    from ..core.schema import Instance

DONE, INFEASIBLE, NOTHING, VIOLATIONS, INTERRUPTED, BAD, DEFECT = 0, 3, 4, 5, 130, 2, 70


def emit(document: Any) -> None:
    """Print a document as JSON on stdout."""
    typer.echo(jsonlib.dumps(document, allow_nan=False))


def given_settings(settings: Sequence[str], option: str = "--set") -> dict[str, str]:
    """Return a dictionary from texts of the form ``KEY=VALUE``."""
    faults = [
        Fault.of(option, "must be KEY=VALUE", setting) for setting in settings if "=" not in setting
    ]
    if faults:
        raise InputError("bad input", faults)
    return dict(setting.split("=", 1) for setting in settings)


def _refuse_unwritable(path: Path) -> None:
    """Raise an error for an output path that cannot be written."""
    if path.is_dir():
        raise input_error(str(path), "is a directory, not a file")
    if path.is_symlink() or (path.exists() and not path.is_file()):
        rule = "is a link" if path.is_symlink() else "is a pipe, a socket or a device"
        raise input_error(str(path), f"{rule}; writing would replace it with a regular file")
    if not path.absolute().parent.is_dir():
        raise input_error(str(path), "its folder does not exist")
    try:
        tempfile.TemporaryFile(dir=path.absolute().parent).close()
    except OSError as error:
        raise input_error(str(path), f"cannot be written: {error.strerror}") from None


def files_of_methods(methods: Sequence[str] | None) -> list[str]:
    """Return the existing files that outside methods name: in commands or ``file.py:function``."""
    from ..validation.outside import file_and_function, is_function

    files: list[str] = []
    for method in methods or []:
        if method.startswith("exec:"):
            files += method.removeprefix("exec:").split()
        elif is_function(method):
            with suppress(InputError):  # the command says so
                files.append(file_and_function(method)[0])
    return [path for path in files if Path(path).is_file()]


def write_or_say(*writes: Callable[[], object] | None) -> bool:
    """Call functions that write files; report errors on stderr; return whether one failed."""
    failed = False
    for write in writes:
        try:
            if write is not None:
                write()
        except InputError as error:
            typer.echo(printable(f"{error}\n  the result is printed instead"), err=True)
            failed = True
    return failed


def refuse_outputs(
    outputs: Sequence[Path | None], inputs: Iterable[str | Path | None] = ()
) -> None:
    """Raise an error, before the work, for outputs that cannot be written.

    An output may not be an input or another output.
    """
    written = [path for path in outputs if path is not None]
    for path in written:
        _refuse_unwritable(path)
    taken = {Path(path).resolve() for path in inputs if path is not None}
    for path in written:
        if path.resolve() in taken:
            raise input_error(str(path), "would overwrite another file of this command")
        taken.add(path.resolve())


def write_instance(instance: "Instance", output: Path | None, json: bool) -> None:
    """Write an instance to a file and report it, or print the instance if there is no file."""
    import optgap

    from ..core.files import document_of

    if output is None:
        emit(document_of(instance))
        return
    optgap.save(instance, output)
    facts = {"file": str(output), "name": instance.name, "sha256": instance.sha256}
    emit(facts) if json else say(f"wrote {output} ({instance.name})")


def say_notes(instance: object) -> None:
    """Print to stderr an instance's notes: facts of its source that the instance lacks."""
    for note in getattr(instance, "notes", None) or ():
        typer.echo(printable(f"note: {note}"), err=True)
