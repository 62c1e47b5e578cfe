"""The commands `prove` and `verify`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

import optgap

from ..core.limits import DEFAULTS
from .layout import say, show_table
from .options import (
    InstanceArgument,
    JsonOption,
    MemoryOption,
    MethodOption,
    Options,
    SeedOption,
    SetOption,
    ThreadsOption,
    TimeOption,
    complete_instances,
    with_options,
)
from .shared import DONE, VIOLATIONS, emit, given_settings
from .solutions import exit_code

if TYPE_CHECKING:
    from ..validation.proving import Verified


class ProofOptions(Options):
    """The limits of the search for a proof."""

    time_limit: TimeOption = None
    seed: SeedOption = DEFAULTS["seed"]
    threads: ThreadsOption = None
    memory_limit: MemoryOption = None


@with_options
def prove(
    instance: InstanceArgument,
    folder: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write the proof to this folder."),
    ],
    method: Annotated[str, MethodOption] = "exact",
    format: Annotated[  # noqa: A002
        Literal["optgap", "vipr"],
        typer.Option(
            "--format",
            help="Choose the format: a proof folder, or vipr, which other checkers also read.",
        ),
    ] = "optgap",
    *,
    limits: ProofOptions,
    settings: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Prove an optimum, and write the proof into a folder that anybody can verify."""
    if format == "vipr" and Path(instance).is_dir():
        from ..validation.proving import write_vipr

        _say_written(write_vipr(Path(instance), folder, Path(instance).resolve().name), json)
        return
    from ..progress import ProgressLine
    from . import tables

    loaded = optgap.load(instance)
    options = given_settings(settings or [])
    keywords = {**vars(limits), "format": format, "options": options}
    with ProgressLine(f"proof of {loaded.name}") as progress:
        outcome = optgap.prove(loaded, folder, method, listener=progress, **keywords)
    if json:
        typer.echo(outcome.model_dump_json())
    else:
        tables.outcome(outcome)
    if not json and (folder / "README").exists() and outcome.stopped != "error":
        say(f"wrote the proof into {folder}; check it with: optgap verify {folder}")
    elif not json and format == "vipr" and outcome.certificate is not None:
        _say_written(sorted(folder.glob(f"{loaded.name}*.vipr")), json)
    raise typer.Exit(exit_code(outcome))


def _say_written(files: list[Path], json: bool) -> None:
    if json:
        emit({"written": [str(path) for path in files]})
        return
    for path in files:
        say(f"wrote {path}; check it with: optgap verify {path}, or viprchk {path}")


def verify(
    folder: Annotated[Path, typer.Argument(help="Proof folder, or a VIPR certificate.")],
    instance: Annotated[
        str | None,
        typer.Argument(
            metavar="[INSTANCE]",
            help="Instance of the proof; default: the one in the folder.",
            autocompletion=complete_instances,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Verify a proof, by itself and against its instance, without any solver."""
    verified = optgap.verify(folder, instance)
    emit(verified.as_document()) if json else _print(verified)
    raise typer.Exit(DONE if verified.valid else VIOLATIONS)


def _print(verified: "Verified") -> None:
    if verified.valid:
        say(verified.proven or "")
        for line in verified.checks:
            say(f"  {line}")
        for line in verified.unchecked:
            say(f"  not checked: {line}")
        return
    rows = [(violation.where, violation.message) for violation in verified.violations]
    say("REFUSED")
    show_table(("place", "reason"), rows, words=("reason",))
