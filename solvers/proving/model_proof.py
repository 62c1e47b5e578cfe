"""The proof of an exact model: solved by an engine, then proven without its word."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Sense, SolverVersion, Stopped
from ...core.run import Run
from ..engines import StandardForm, column_labels, engine_named, mps, solve_form
from .exact_points import exact_point, feasible
from .search import Better, Stuck, Tree, TreeLimits, prove_form
from .whole_model import Number, WholeModel

MOST_NONZEROS = 1_000_000  # a larger model's file would be more than the verifier reads
_SHARE = 0.4  # of the time, for the engine that looks for the incumbent
_FALLBACK = 10**9  # where a tie cannot be closed, the bound is this part weaker


@dataclass(frozen=True)
class ProvenModel:
    """A model with its proof; ``point`` is ``None`` where it is infeasible."""

    text: str
    proof: dict[str, Any]
    solution: dict[str, Any] | None
    point: FloatArray | None
    bound: Number | None  # in the sense of the model
    objective: Number | None
    complete: bool
    engine: SolverVersion | None

    @property
    def sha256(self) -> str:
        """The digest of the model's file."""
        return str(self.proof["model_sha256"])


@dataclass(frozen=True)
class Unproven:
    """Why there is no proof."""

    message: str
    stopped: Stopped = "complete"


def prove_standard_form(form: StandardForm, name: str, run: Run) -> ProvenModel | Unproven:
    """Return the proof of a standard form's optimum, or that it has no point."""
    if form.matrix.nnz > MOST_NONZEROS:
        words = f"the model has {form.matrix.nnz} nonzeros, proofs are for at most {MOST_NONZEROS}"
        return Unproven(words)
    form = form.without_free_rows()
    whole = WholeModel.of(form)
    point: list[Number] | None = None
    engine = None
    if form.infeasible is None:
        seconds = None if run.remaining is None else _SHARE * run.remaining
        result = solve_form(form, engine_named(run.solver), run.inner(seconds=seconds, gap=0.0))
        engine = result.solver
        if result.stopped == "interrupted":
            return Unproven("interrupted before the proof was begun", "interrupted")
        if result.x is not None:
            point = exact_point(form, whole, result.x)
            if point is None:
                return Unproven("no solution was found that is feasible without any tolerance")
        elif result.status != "infeasible":
            return Unproven(
                result.message or f"{result.solver.name} says {result.status}", result.stopped
            )
    with run.timed("tree"):
        return proven_from(form, name, whole, point, engine, TreeLimits(run.should_stop))


def proven_from(
    form: StandardForm,
    name: str,
    whole: WholeModel,
    point: list[Number] | None,
    engine: SolverVersion | None,
    limits: TreeLimits,
) -> ProvenModel | Unproven:
    """Return the proof of a form without free rows that a tree gives from the point in hand.

    Without a point the tree looks for a proof that there is none.
    """
    try:
        found = _tree(form, whole, point, limits)
    except KeyboardInterrupt:
        return Unproven("interrupted before the proof was complete", "interrupted")
    if isinstance(found, Unproven):
        return found
    tree, point = found
    return _documents(form, name, whole, tree, point, engine)


def _tree(
    form: StandardForm, whole: WholeModel, point: list[Number] | None, limits: TreeLimits
) -> tuple[Tree, list[Number] | None] | Unproven:
    """Search from the point in hand; a better one that turns up takes its place."""
    weaker: Number = 0
    while True:
        best = None if point is None else whole.objective(point)
        try:
            tree = prove_form(form, whole, None if best is None else best - weaker, limits)
        except Better as better:
            point = better.point
            continue
        except Stuck as stuck:
            if best is None or weaker:
                return Unproven(str(stuck))
            weaker = max(abs(Fraction(best)), Fraction(1)) / _FALLBACK
            continue
        if not tree.nodes:
            stopped: Stopped = "time_limit"
            return Unproven("the time was up before anything was proven", stopped)
        return tree, point


def _documents(
    form: StandardForm,
    name: str,
    whole: WholeModel,
    tree: Tree,
    point: list[Number] | None,
    engine: SolverVersion | None,
) -> ProvenModel:
    text = mps(form, name)
    sign = 1 if form.sense == "minimize" else -1
    digest = hashlib.sha256(text.encode()).hexdigest()
    objective = solution = x = None
    if point is not None:
        assert feasible(whole, point)
        objective = sign * whole.objective(point)
        values = zip(column_labels(form), point, strict=True)
        solution = {
            "objective": str(objective),
            "values": {label: _written(value) for label, value in values if value},
        }
        x = np.array([float(value) for value in point])
    bound = None if tree.bound is None else sign * tree.bound
    return ProvenModel(
        text, tree.document(digest, sign), solution, x, bound, objective, tree.complete, engine
    )


def _written(value: Number) -> int | str:
    return value if isinstance(value, int) else str(value)


def safe_float(bound: int | Fraction, sense: Sense) -> float:
    """Return the bound as a number that is not beyond it."""
    value = float(bound)
    beyond = Fraction(value) > bound if sense == "minimize" else Fraction(value) < bound
    if not beyond:
        return value
    closest = Fraction(repr(value)) == bound  # the decimal that the number is written as
    return (
        value if closest else math.nextafter(value, -math.inf if sense == "minimize" else math.inf)
    )
