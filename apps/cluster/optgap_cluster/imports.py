"""The import of files of other programs: cluster dumps, traces and packing instances."""

from collections.abc import Sequence
from pathlib import Path

import typer

import optgap
from optgap.commands import emit, refuse_outputs, say
from optgap.consolidation import Imported, read_packing, read_roadef, read_trace
from optgap.faults import input_error, near_miss, printable, quantity
from optgap.files import document_of

from .kubernetes import read_cluster
from .options import ClusterOptions
from .rollout import empty_machines

KINDS = ("kubernetes", "openb", "roadef", "vbp")


def import_cluster(
    kind: str,
    sources: Sequence[Path],
    name: str | None,
    options: ClusterOptions,
    output: Path | None,
    json: bool,
) -> None:
    """Make an instance from another program's file; list on stderr what it does not model."""
    refuse_outputs([output], [path for path in sources if str(path) != "-"])
    imported = _import(kind, sources, name or kind, options)
    for warning in imported.warnings:
        typer.echo(printable(f"note: {warning}"), err=True)
    instance = imported.instance
    if output is None:
        emit(document_of(instance))
        return
    optgap.save(instance, output)
    facts = {
        "file": str(output),
        "name": instance.name,
        "sha256": instance.sha256,
        "warnings": list(imported.warnings),
    }
    size = f"{quantity(len(instance.machines), 'machine')}, {quantity(len(instance.items), 'item')}"
    if json:
        emit(facts)
        return
    rules = f", {quantity(len(instance.rules), 'rule')}" if instance.rules else ""
    fixed = sum(bool(item.fixed) for item in instance.items)
    stay = f", {quantity(fixed, 'of which stays', 'of which stay')}" if fixed else ""
    say(f"wrote {output} ({size}{stay}{rules})")
    if kind == "kubernetes" and (empty := empty_machines(instance)):
        say(f"machines that are already empty: {', '.join(empty)}")
    say(f"next: optgap compare {output}, or optgap solve {output} -o plan.json")


def _import(kind: str, sources: Sequence[Path], name: str, options: ClusterOptions) -> Imported:
    if kind not in KINDS:
        raise input_error("KIND", f"is not a source format {near_miss(kind, KINDS)}", kind)
    if kind == "kubernetes":
        return read_cluster(sources, name=name, **vars(options))
    if kind == "vbp":
        if len(sources) != 1:
            raise input_error("SOURCE", "vbp takes one file", len(sources))
        return read_packing(sources[0], name=name)
    if len(sources) != 2:
        two = "nodes and pods" if kind == "openb" else "model and assignment"
        raise input_error("SOURCE", f"{kind} takes two files: {two}", len(sources))
    return read_trace(*sources, name=name) if kind == "openb" else read_roadef(*sources, name=name)
