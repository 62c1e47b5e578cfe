"""The commands for proofs: write one, and verify one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from .. import api, studies
from ..validation.proving import Verified
from . import tables
from .layout import say, show_table
from .one_instance import exit_code
from .progress import ProgressLine
from .shared import DONE, VIOLATIONS, emit, given_settings


def prove(
    source: str,
    method: str,
    limits: dict[str, Any],
    settings: Sequence[str],
    folder: Path,
    json: bool,
) -> None:
    """Write a proof into a folder, print the outcome and end with the exit code of a solve."""
    instance = api.load(source)
    options = given_settings(settings)
    with ProgressLine(f"proof of {instance.name}") as progress:
        outcome = studies.prove(
            instance, folder, method, options=options, listener=progress, **limits
        )
    if json:
        typer.echo(outcome.model_dump_json())
    else:
        tables.outcome(outcome)
    if not json and (folder / "README").exists() and outcome.stopped != "error":
        say(f"wrote the proof into {folder}; check it with: optgap verify {folder}")
    raise typer.Exit(exit_code(outcome))


def verify(folder: Path, source: str | None, json: bool) -> None:
    """Verify the proof in a folder."""
    verified = studies.verify(folder, source)
    emit(verified.as_document()) if json else _print(verified)
    raise typer.Exit(DONE if verified.valid else VIOLATIONS)


def _print(verified: Verified) -> None:
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
