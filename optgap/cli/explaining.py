"""The command that says why: why there is no plan, and why something stays in one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from .. import api, explaining
from ..core.faults import input_error
from ..core.files import read_json
from ..validation.explaining import Explanation
from ..validation.judge import is_bare_decision, outcome_from_document
from ..validation.proving import write_explanation
from .layout import say
from .shared import DONE, NOTHING, emit


def explain(
    source: str,
    solution: Path | None,
    nodes: Sequence[str],
    items: Sequence[str],
    everything: bool,
    folder: Path | None,
    time_limit: float | None,
    seed: int,
    json: bool,
) -> None:
    """Print a conflict, or why nodes and items stay; exit code 4 where the time was too short."""
    if solution is None and (nodes or items or everything):
        rule = "is missing: what stays, stays in a plan (optgap solve INSTANCE -o PLAN)"
        raise input_error("SOLUTION", rule)
    try:
        if solution is not None:
            _stays(source, solution, None if everything else nodes or None, items, time_limit, json)
            return
        found = explaining.explain(api.load(source), time_limit=time_limit, seed=seed)
    except TimeoutError as error:
        emit({"answer": str(error)}) if json else say(str(error))
        raise typer.Exit(NOTHING) from None
    if folder is not None:
        _write(found, folder)
    emit(found.as_document()) if json else say(str(found))
    if folder is not None and not json:
        say(f"wrote the proofs into {folder}; its README says how to check them")
    raise typer.Exit(DONE)


def _stays(
    source: str,
    solution: Path,
    nodes: Sequence[str] | None,
    items: Sequence[str],
    time_limit: float | None,
    json: bool,
) -> None:
    document = read_json(solution)
    known = (
        document if is_bare_decision(document) else outcome_from_document(document, str(solution))
    )
    found = explaining.explain(
        api.load(source), known, nodes=nodes, items=items or None, time_limit=time_limit
    )
    if json:
        documents = [answer.as_document() for answer in found]
        emit(documents[0] if len(documents) == 1 else documents)
    else:
        for answer in found:
            say(str(answer))
    raise typer.Exit(NOTHING if all(answer.kind == "open" for answer in found) else DONE)


def _write(found: Explanation, folder: Path) -> None:
    if found.feasible:
        raise input_error(str(folder), "gets no proof: there is a plan, and nothing to prove")
    write_explanation(folder, str(found), found.proofs())
