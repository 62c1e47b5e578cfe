"""The commands for proofs and for chains of instances: their arguments."""

from pathlib import Path
from typing import Annotated

import typer

from . import completion
from .options import (
    InstanceArgument,
    JsonOption,
    Limits,
    MethodOption,
    OutputOption,
    SetOption,
    with_limits,
)


@with_limits("gap", "compiled")
def prove(
    instance: InstanceArgument,
    folder: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", help="Write the proof here.")
    ],
    method: Annotated[str, MethodOption] = "exact",
    *,
    limits: Limits,
    settings: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Prove an optimum, and write the proof into a folder that anybody can verify."""
    from . import proofs

    proofs.prove(instance, method, limits, settings or [], folder, json)


def verify(
    folder: Annotated[Path, typer.Argument(help="The folder of a proof.")],
    instance: Annotated[
        str | None,
        typer.Argument(
            metavar="[INSTANCE]",
            help="The instance that it must be about; default: the one in the folder.",
            autocompletion=completion.instances,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Verify a proof, by itself and against its instance, without any solver."""
    from . import proofs

    proofs.verify(folder, instance, json)


def chain(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="A solution file.")],
    goals: Annotated[
        Path | None, typer.Option("--goals", metavar="F", help="Importance functions, for macrow.")
    ] = None,
    macro: Annotated[
        str | None, typer.Option("--macro", metavar="M", help="The macro epoch, for microq.")
    ] = None,
    previous: Annotated[
        Path | None, typer.Option("--previous", metavar="S", help="The epoch before, for microq.")
    ] = None,
    max_total_change: Annotated[
        float | None, typer.Option("--max-total-change", min=0, metavar="D", help="For microq.")
    ] = None,
    max_touched_nodes: Annotated[
        int | None, typer.Option("--max-touched-nodes", min=0, metavar="Z", help="For microq.")
    ] = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Go on in SODA's chain: macrow solution to microq instance, microq solution to microw."""
    from . import soda_chain as chains

    files = {"goals": goals, "macro": macro, "previous": previous}
    limits = {"max_total_change": max_total_change, "max_touched_nodes": max_touched_nodes}
    chains.chain(instance, solution, files, limits, output, json)


def epochs(
    application: Annotated[
        str,
        typer.Argument(metavar="APPLICATION", help="A file, or an example: srcsink, dac, lsd."),
    ],
    settings: SetOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Run an application through macroQ, macroW, microQ and microW, epoch by epoch.

    The output file has a line for each epoch; a course that was interrupted goes on after it.
    """
    from . import epochs as courses

    courses.epochs(application, settings or [], output, json)
