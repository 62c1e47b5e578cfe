"""The command `place`: its text, and its exit codes."""

from pathlib import Path
from typing import Any

import typer

from ....cli.shared import DONE, INFEASIBLE, emit
from .placement import place


def show_placement(
    pod: Path, clusters: list[Path], options: dict[str, Any], output: Path | None, json: bool
) -> None:
    """Print where the pods of an object would be placed; end with the exit code."""
    placement = place(pod, clusters, **options)
    if json:
        emit(placement.as_document())
    raise typer.Exit(DONE if placement.is_admitted else INFEASIBLE)
