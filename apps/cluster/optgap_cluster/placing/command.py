"""The command `place`: its text, and its exit codes."""

from json import dumps
from pathlib import Path

import jinja2
import typer

from optgap.commands import (
    DONE,
    INFEASIBLE,
    NOTHING,
    emit,
    refuse_outputs,
)
from optgap.faults import printable
from optgap.files import write_text

from ..options import PlaceOptions
from .placement import place


def show_placement(
    pod: Path, clusters: list[Path], options: PlaceOptions, output: Path | None, json: bool
) -> None:
    """Print where the pods of an object would be placed; end with the exit code."""
    refuse_outputs([output], [pod, *clusters])
    placement = place(pod, clusters, **vars(options))
    if output is not None:
        write_text(output, dumps(placement.document, indent=1))
    if json:
        emit(placement.document)
    else:
        form = (Path(__file__).parents[1] / "placement.txt.j2").read_text(encoding="utf-8")
        template = jinja2.Template(form, trim_blocks=True, lstrip_blocks=True)
        typer.echo(printable(template.render(placement.document)))
    refused = NOTHING if placement.is_stopped else INFEASIBLE
    raise typer.Exit(DONE if placement.document["admitted"] else refused)
