"""Proof of a small model's optimum by optgap's own tree, which replaces the engine's claim."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ....core.gaps import DEFAULT_GAP, gap
from ....core.outcome import Answer, Status
from ....core.run import Run
from ....solvers.engines import EngineResult, StandardForm, load_point
from ....solvers.proofs import (
    TREE_WORK,
    Number,
    ProvenModel,
    TreeLimits,
    WholeModel,
    beyond,
    exact_point,
    proven_from,
    safe_float,
)
from ...judge import Proven, Refused, model_tree, verified

MOST_INTEGERS = 300
# Limits on nonzeros, and on nonzeros times tree nodes; above them the result is the engine's
# claim.  Proving optima takes a fifth of the time of `exact`; results without a proof get more.
MOST_NONZEROS = {"optimal": 200, "infeasible": 1500, "feasible": 1500, "unknown": 1500}
MOST_WORK = {"optimal": 1000, "infeasible": TREE_WORK, "feasible": TREE_WORK, "unknown": TREE_WORK}
_SECONDS = 0.5  # for the tree, on a machine that is busy


def proven_by_tree(
    decision_of: Callable[[Any], Any], model: Any, answer: Answer, result: EngineResult, run: Run
) -> Answer:
    """Return the answer with a proof by a tree, or unchanged if the tree is not complete in time.

    If the tree contradicts the engine, the tree's result is used, and a message reports this.
    """
    form = result.form
    if (
        form is None
        or not _is_small(form, result.status)
        or not _is_final(result)
        or run.should_stop()
    ):
        return answer
    with run.timed("proof"):
        proof = _proof(form, result, run)
        proven = None if proof is None else _verify(proof)
    if proof is None or proven is None:
        return answer
    details = {**answer.details, "proof": str(proven)}
    certificate = model_tree(proven.model_sha256, proven.nodes, proven.cuts)
    answer = replace(answer, bound_kind="model-certified", certificate=certificate, details=details)
    if proven.infeasible:
        words = answer.message if answer.infeasible and answer.message else None
        words = words or "proven: the exact model has no plan"
        return replace(answer, decision=None, infeasible=True, stopped="complete", message=words)
    assert proof.bound is not None
    bound, objective = safe_float(proof.bound, form.sense), float(proof.objective or 0)
    if proof.point is not None and (result.x is None or not np.array_equal(proof.point, result.x)):
        load_point(form, proof.point)
        answer = replace(answer, decision=decision_of(model))
    run.report(objective, bound)
    message = _engine_error(result, objective, run) or answer.message
    return replace(answer, bound=bound, infeasible=False, stopped="complete", message=message)


def _is_small(form: StandardForm, status: Status) -> bool:
    integers = int(np.count_nonzero(form.integer))
    return integers <= MOST_INTEGERS and int(form.matrix.nnz) <= MOST_NONZEROS.get(status, 0)


def _is_final(result: EngineResult) -> bool:
    """Return whether a result is optimal or infeasible, or the engine's tolerances do not suit."""
    if result.status == "infeasible" or beyond(result):
        return True
    sense = "minimize" if result.form is None else result.form.sense
    reached = gap(result.objective, result.bound, sense)
    return result.status == "optimal" and reached is not None and reached <= DEFAULT_GAP


def _proof(form: StandardForm, result: EngineResult, run: Run) -> ProvenModel | None:
    """Return the complete proof of a form by a tree of limited size, or ``None``."""
    form = form.without_free_rows()
    whole = WholeModel.of(form)
    point: list[Number] | None = None
    if result.x is not None:
        point = exact_point(form, whole, result.x)
        if point is None:
            return None
    end = time.perf_counter() + _SECONDS
    most_nodes = MOST_WORK[result.status] // max(1, form.matrix.nnz)
    limits = TreeLimits(lambda: run.should_stop() or time.perf_counter() > end, most_nodes)
    tree = proven_from(form, "model", whole, point, result.solver, limits)
    if not isinstance(tree, ProvenModel) or not tree.complete:
        return None
    return tree


def _verify(proof: ProvenModel) -> Proven | None:
    """Return the result of the stand-alone verifier if it is optimality or infeasibility."""
    try:
        proven = verified(proof.text.encode(), proof.proof, proof.solution)
    except Refused:
        return None
    return proven if proven.infeasible or proven.optimal else None


def _engine_error(result: EngineResult, objective: float, run: Run) -> str | None:
    """Return a message if the tree refutes the engine's claim, else ``None``."""
    who = f"{result.solver.name} {result.solver.version}"
    if beyond(result):
        return (
            f"the numbers are beyond the tolerances of {who}; "
            f"a tree in exact arithmetic proves {objective:.10g}"
        )
    if result.status == "infeasible":
        return f"{who} calls the model infeasible; a tree in exact arithmetic proves this optimum"
    reached = gap(result.objective, objective, run.sense)
    if reached is not None and abs(reached) > DEFAULT_GAP:
        return (
            f"{who} calls {result.objective:.10g} optimal; "
            f"a tree in exact arithmetic proves {objective:.10g}"
        )
    return None
