"""Notes of an instance on facts of its source that it omits; all commands print them."""

import typer

from ..core.faults import printable
from ..core.schema import Instance


def say_notes(instance: Instance) -> None:
    """Print an instance's notes to stderr, if it has any."""
    for note in getattr(instance, "notes", None) or ():
        typer.echo(printable(f"note: {note}"), err=True)
