"""Proofs of models: an engine solves, then a branch-and-bound tree proves the optimum exactly."""

import hashlib
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.gaps import Sense
from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from ..engines import EngineResult, StandardForm, column_labels, engine_named, mps, solve_form
from .integral_model import Number, WholeModel
from .relaxation import exact_point, feasible
from .search import Better, Stuck, Tree, TreeLimits, prove_form

MOST_NONZEROS = 1_000_000  # a larger model's file would be more than the verifier reads
TREE_WORK = 20_000  # nonzeros times nodes of a tree for which no engine has a result
_SHARE = 0.4  # share of the time for the engine's search for an incumbent
_FALLBACK = 10**9  # if a tie cannot be closed, the bound is weakened by 1 / _FALLBACK


@dataclass(frozen=True, eq=False)
class ProvenModel:
    """A model, its proof, and its best exact point, which is ``None`` if it is infeasible.

    Its documents are created on demand.
    """

    form: StandardForm
    name: str
    tree: Tree
    exact: list[Number] | None
    value: Number | None  # objective of the point, in the minimising sense
    engine: SolverVersion | None

    @property
    def complete(self) -> bool:
        """Whether the tree proves the requested bound, not only a weaker one."""
        return self.tree.complete

    @property
    def _sign(self) -> int:
        return 1 if self.form.sense == "minimize" else -1

    @property
    def bound(self) -> Number | None:
        """The proven bound, in the sense of the model."""
        return None if self.tree.bound is None else self._sign * self.tree.bound

    @property
    def objective(self) -> Number | None:
        """The objective of the point, in the sense of the model."""
        return None if self.value is None else self._sign * self.value

    @property
    def point(self) -> FloatArray | None:
        """The point as floating-point numbers."""
        return None if self.exact is None else np.array([float(value) for value in self.exact])

    @cached_property
    def text(self) -> str:
        """The text of the model's MPS file."""
        return mps(self.form, self.name)

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 digest of the model's file."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def proof(self) -> dict[str, Any]:
        """The document of the tree, for the verifier."""
        return self.tree.document(self.sha256, self._sign)

    @cached_property
    def solution(self) -> dict[str, Any] | None:
        """The document of the point, for the verifier."""
        if self.exact is None:
            return None
        values = zip(column_labels(self.form), self.exact, strict=True)
        return {
            "objective": str(self.objective),
            "values": {
                label: value if isinstance(value, int) else str(value)
                for label, value in values
                if value
            },
        }


@dataclass(frozen=True)
class Unproven:
    """The reason why there is no proof."""

    message: str
    stopped: Stopped = "complete"


def prove_standard_form(
    form: StandardForm, name: str, run: Run, *, rounds: bool = False
) -> ProvenModel | Unproven:
    """Solve a standard form, and return the proof of its optimum or infeasibility.

    With ``rounds``, rows are divided and rounded before the tree begins.
    """
    if form.matrix.nnz > MOST_NONZEROS:
        words = (
            f"the model has {form.matrix.nnz} nonzeros, more than the "
            f"{MOST_NONZEROS} that a proof may have"
        )
        return Unproven(words)
    form = form.without_free_rows()
    whole = WholeModel.of(form)
    point: list[Number] | None = None
    engine = None
    if form.infeasible is None:
        seconds = run.part_of_remaining(_SHARE)
        result = solve_form(form, engine_named(run.solver), run.inner(seconds=seconds, gap=0.0))
        engine = result.solver
        if result.stopped == "interrupted":
            return Unproven("interrupted before the proof began", "interrupted")
        if result.x is not None:
            point = exact_point(form, whole, result.x)
            if point is None:
                return Unproven("no solution was found that is feasible without tolerances")
        elif result.status != "infeasible":
            words = result.message or f"{engine.name} claims {result.status}"
            failed = Unproven(words, result.stopped)
            return _without_engine(form, name, whole, run) or failed if beyond(result) else failed
    limits = TreeLimits(run.should_stop, rounds=rounds)
    with run.timed("tree"):
        return proven_from(form, name, whole, point, engine, limits)


def beyond(result: EngineResult) -> bool:
    """Return whether an engine failed because its tolerances do not suit the numbers."""
    return result.status in ("feasible", "unknown") and (
        result.stopped == "error" or (result.stopped == "complete" and result.bound is None)
    )


def _without_engine(
    form: StandardForm, name: str, whole: WholeModel, run: Run
) -> ProvenModel | None:
    """Return the proof of a small tree that starts without a point; ``None`` if it is too large."""
    limits = TreeLimits(run.should_stop, TREE_WORK // max(1, form.matrix.nnz))
    with run.timed("tree"):
        proof = proven_from(form, name, whole, None, None, limits)
    return proof if isinstance(proof, ProvenModel) and proof.complete else None


def proven_from(
    form: StandardForm,
    name: str,
    whole: WholeModel,
    point: list[Number] | None,
    engine: SolverVersion | None,
    limits: TreeLimits,
) -> ProvenModel | Unproven:
    """Return the proof that a known point is optimal; each row of the form needs a side.

    Without a point the tree proves that the form is infeasible.
    """
    try:
        found = _tree(form, whole, point, limits)
    except KeyboardInterrupt:
        return Unproven("interrupted before the proof was complete", "interrupted")
    if isinstance(found, Unproven):
        return found
    tree, point = found
    assert point is None or feasible(whole, point)
    value = None if point is None else whole.objective(point)
    return ProvenModel(form, name, tree, point, value, engine)


def _tree(
    form: StandardForm, whole: WholeModel, point: list[Number] | None, limits: TreeLimits
) -> tuple[Tree, list[Number] | None] | Unproven:
    """Return a tree and its best point; each better point that a tree finds causes a restart."""
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
            return Unproven("the time limit was reached before anything was proven", stopped)
        return tree, point


def safe_float(bound: int | Fraction, sense: Sense) -> float:
    """Convert a bound to a float, rounded in the direction that keeps it valid."""
    value = float(bound)
    beyond = Fraction(value) > bound if sense == "minimize" else Fraction(value) < bound
    if not beyond:
        return value
    closest = Fraction(repr(value)) == bound  # the decimal that the number is written as
    return (
        value if closest else math.nextafter(value, -math.inf if sense == "minimize" else math.inf)
    )
