"""Notes of an instance: omitted facts of its source, which every command repeats."""

import typer

from ..core.faults import printable
from ..core.schema import Instance


def say_notes(instance: Instance) -> None:
    """Print the notes of an instance on stderr, if it has any."""
    for note in getattr(instance, "notes", None) or ():
        typer.echo(printable(f"note: {note}"), err=True)
