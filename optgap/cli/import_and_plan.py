"""The commands for clusters: import the present state, and plan the moves to a solution."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast, get_args

import typer

from .. import api
from ..core.faults import input_error, near_miss
from ..core.files import document_of
from ..core.printing import printable
from ..instances.importers.kubernetes import Imported, NodePods, read_cluster
from ..instances.importers.openb import read_trace
from . import tables
from .layout import say
from .shared import DONE, NOTHING, VIOLATIONS, emit, refuse_overwriting, refuse_unwritable

KINDS = ("kubernetes", "openb")


def import_cluster(
    kind: str,
    sources: Sequence[Path],
    name: str | None,
    node_pods: str,
    output: Path | None,
    json: bool,
) -> None:
    """Make an instance of another program's file; name on stderr the parts that it leaves out."""
    refuse_unwritable(output)
    refuse_overwriting([output], sources)
    imported = _imported(kind, sources, name or kind, node_pods)
    for warning in imported.warnings:
        typer.echo(printable(f"warning: {warning}"), err=True)
    instance = imported.instance
    if output is None:
        emit(document_of(instance))
        return
    api.save(instance, output)
    facts = {
        "file": str(output),
        "name": instance.name,
        "sha256": instance.sha256,
        "warnings": list(imported.warnings),
    }
    size = f"{len(instance.machines)} machines, {len(instance.items)} items"
    emit(facts) if json else say(f"wrote {output} ({size})")


def _imported(kind: str, sources: Sequence[Path], name: str, node_pods: str) -> Imported:
    if kind not in KINDS:
        raise input_error("KIND", f"is no kind of source {near_miss(kind, KINDS)}", kind)
    if kind == "kubernetes":
        if node_pods not in get_args(NodePods):
            raise input_error("--node-pods", "must be keep or reserve", node_pods)
        return read_cluster(sources, name=name, node_pods=cast("NodePods", node_pods))
    if len(sources) != 2:
        raise input_error("SOURCE", "openb takes two files: nodes and pods", len(sources))
    return read_trace(*sources, name=name)


def plan(source: str, solution: Path, json: bool) -> None:
    """Print the moves to a solution in an order that works, and those that block each other."""
    instance = api.with_moves(api.load(source))
    verdict = api.check(instance, solution)
    if verdict.violations:
        emit(verdict.as_document()) if json else tables.check(verdict)
        raise typer.Exit(VIOLATIONS)
    found = api.plan(instance, solution)
    emit(found.as_document()) if json else tables.moves(found)
    raise typer.Exit(NOTHING if found.blocked else DONE)
