"""Who vouches for the fewest moves: a certificate, trees of the programs, or two engines."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from ....core.outcome import BoundKind
from ....core.run import Run
from ....instances.consolidation import Consolidation
from ....solvers.consolidation import (
    BY_FREED_MACHINES,
    FewestMoves,
    ProvenStage,
    certificate_of_moves,
    moves_of,
)
from ....solvers.engines import cross_checked, engine_named, solve_form
from ....solvers.proving import ProvenModel, TreeLimits, WholeModel, exact_point, proven_from
from ...judge import Refused, verified

_CERTIFICATE, _SECOND, _TREE = 2.0, 20.0, 0.5  # seconds, on a machine that is busy
_MOST_NONZEROS, _MOST_WORK = 1_500, 20_000  # of a program, and times the nodes of its tree


@dataclass(frozen=True)
class Trust:
    """The kind of the bounds on cost and moves, and what goes beside it into the details."""

    kind: BoundKind
    details: dict[str, Any] = field(default_factory=dict)


def trust_in_moves(instance: Consolidation, found: FewestMoves, run: Run) -> Trust | None:
    """Return who vouches for the bounds on cost and moves; None where nobody does."""
    if found.cost_bound == 0 and found.moves_bound == 0:
        nothing_moves = moves_of(instance, found.machine) == 0
        return Trust("certified") if nothing_moves else None
    if not found.stages:
        accepted = _is_accepted(instance, found, BY_FREED_MACHINES)
        return Trust("certified", {"moves_certificate": BY_FREED_MACHINES}) if accepted else None
    certificate = certificate_of_moves(instance, found.machine, run.inner(seconds=_CERTIFICATE))
    if certificate is not None and _is_accepted(instance, found, certificate):
        return Trust("certified", {"moves_certificate": certificate})
    kinds = []
    for stage in found.stages:
        if _by_tree(stage, run):
            kinds.append("model-certified")
        elif _by_two_engines(stage, run):
            kinds.append("cross-checked")
        else:
            return Trust("solver")
    return Trust("cross-checked" if "cross-checked" in kinds else "model-certified")


def _is_accepted(instance: Consolidation, found: FewestMoves, certificate: dict[str, Any]) -> bool:
    """Return whether the judge accepts a certificate; one may be too long for it."""
    from ..table import problem_of  # which knows this method

    assert found.cost_bound is not None
    claim = {
        "cost_bound": float(found.cost_bound * instance.cost_unit),
        "moves_bound": found.moves_bound,
        "moves_bound_kind": "certified",
        "moves_certificate": certificate,
    }
    objective = instance.value_of(instance.units_of(found.machine))
    return not problem_of(instance).claims_beside(instance, objective, claim)


def _by_tree(stage: ProvenStage, run: Run) -> bool:
    """Return whether a tree proves the least of a program, in the eyes of the verifier."""
    nonzeros = int(stage.form.matrix.nnz)
    if nonzeros > _MOST_NONZEROS or stage.result.x is None or run.should_stop():
        return False
    form = stage.form.without_free_rows()
    whole = WholeModel.of(form)
    point = exact_point(form, whole, stage.result.x)
    if point is None:
        return False
    end = time.perf_counter() + _TREE
    limits = TreeLimits(
        lambda: run.should_stop() or time.perf_counter() > end, _MOST_WORK // max(1, nonzeros)
    )
    proof = proven_from(form, "moves", whole, point, stage.result.solver, limits)
    if not isinstance(proof, ProvenModel) or not proof.complete:
        return False
    try:
        proven = verified(proof.text.encode(), proof.proof, proof.solution)
    except Refused:
        return False
    return proven.optimal and proof.bound is not None and proof.bound >= stage.least


def _by_two_engines(stage: ProvenStage, run: Run) -> bool:
    """Return whether an engine of another family says the same of a program.

    It begins at the point of the first one, so that only the proof is left.
    """
    if run.should_stop():
        return False
    inner = run.inner(seconds=_SECOND, gap=0.0, sense="minimize")
    form = replace(stage.form, start=stage.result.x)
    again = solve_form(form, engine_named("scip"), inner)
    same = again.objective is not None and round(again.objective) == stage.least
    return same and cross_checked([stage.result, again])
