"""The result of a solve, one class for exact methods and heuristics alike, and the gap."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from math import inf, nextafter
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, Strict

from .limits import DEFAULT_GAP as DEFAULT_GAP
from .schema import Version

if TYPE_CHECKING:
    from .pictures import Picture

Sense: TypeAlias = Literal["minimize", "maximize"]
Status: TypeAlias = Literal[
    "optimal", "within_gap", "feasible", "infeasible", "unbounded", "unknown"
]
Stopped: TypeAlias = Literal["complete", "time_limit", "node_limit", "interrupted", "error"]
BoundKind: TypeAlias = Literal["certified", "model-certified", "cross-checked", "solver"]
Decision: TypeAlias = dict[str, Any]

TRUST: dict[BoundKind, str] = {  # from the strongest kind to the weakest
    "certified": "a certificate proves it from the raw instance, re-checked without a solver",
    "model-certified": "a proof tree proves it for the exact model, re-checked in exact arithmetic",
    "cross-checked": "two unrelated engines prove the same objective and the same bound",
    "solver": "one engine's word",
}
_LARGEST = 1e9  # gaps beyond this say no more
_TINY = 1e-9  # of the bound: the least that a gap is measured against


def gap(objective: float | None, bound: float | None, sense: Sense) -> float | None:
    """Return the relative gap between an objective and a bound; ``None`` if one is missing.

    ``(objective - bound) / max(|objective|, tiny |bound|)`` when minimising, mirrored when
    maximising.  A negative gap means that the two contradict each other.
    """
    if objective is None or bound is None:
        return None
    distance = objective - bound if sense == "minimize" else bound - objective
    if distance == 0:
        return 0.0
    ratio = distance / max(abs(objective), _TINY * abs(bound), sys.float_info.min)
    return min(max(ratio, -_LARGEST), _LARGEST)


def ratio(objective: float | None, bound: float | None, sense: Sense) -> float | None:
    """Return how many times the bound the objective is, from 1 on; mirrored when maximising.

    Both must be positive, or both zero; otherwise a ratio says nothing, and there is ``None``.
    """
    if objective is None or bound is None or min(objective, bound) < 0:
        return None
    if objective == bound:
        return 1.0
    above, below = (objective, bound) if sense == "minimize" else (bound, objective)
    return min(above / below, _LARGEST) if below > 0 else None


def better(value: float, than: float | None, sense: Sense) -> bool:
    """Return whether ``value`` strictly improves on another (on nothing: always)."""
    if than is None:
        return True
    return value < than if sense == "minimize" else value > than


def safe_bound(proven: Fraction | float, sense: Sense) -> float:
    """Return the nearest number on the safe side of a proven bound."""
    near = float(proven)
    if sense == "minimize" and Fraction(near) > proven:
        return nextafter(near, -inf)
    if sense == "maximize" and Fraction(near) < proven:
        return nextafter(near, inf)
    return near


def trusted(kind: BoundKind | None, asked: BoundKind) -> bool:
    """Return whether a bound of one kind can be trusted as far as one of another kind."""
    kinds = list(TRUST)
    return kind is not None and kinds.index(kind) <= kinds.index(asked)


class Record(BaseModel):
    """A record of a solution document."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class SolverVersion(Record):
    """The engine that did the work."""

    name: str
    version: str


class InstanceLabel(Record):
    """The instance that a solution belongs to."""

    name: str
    sha256: str


class Point(Record):
    """One point of a front."""

    objectives: dict[str, float]
    decision: Decision


class PoolEntry(Record):
    """One of the best decisions of an instance."""

    objective: float
    decision: Decision


@dataclass(frozen=True)
class Answer:
    """The claims of a method; the judge turns them into an `Outcome`.

    ``decision`` is the best one found (``None``: nothing in hand).  ``infeasible`` and
    ``unbounded`` are set only if that is proven.  A method gives no objective: the checker
    computes it from the decision.
    """

    decision: Decision | None = None
    bound: float | None = None
    bound_kind: BoundKind | None = None
    certificate: dict[str, Any] | None = None
    stopped: Stopped = "complete"
    infeasible: bool = False
    unbounded: bool = False
    message: str | None = None
    solver: SolverVersion | None = None
    details: dict[str, Any] = field(default_factory=dict)
    front: list[Point] | None = None
    front_complete: bool | None = None
    bound_front: list[dict[str, float | None]] | None = None


@dataclass(frozen=True)
class CertifiedBound:
    """A bound, and the certificate that proves it."""

    value: float
    certificate: dict[str, Any]

    def answer(self, decision: Decision | None, **rest: Any) -> Answer:
        """Return the answer with a decision and this bound."""
        return Answer(
            decision=decision,
            bound=self.value,
            bound_kind="certified",
            certificate=dict(self.certificate),
            **rest,
        )


# of the points of a front, and of the corners that bound it
Volumes: TypeAlias = Annotated[tuple[float, float], Strict(False)]
# seconds, objective, bound
TracePoint: TypeAlias = Annotated[tuple[float, float | None, float | None], Strict(False)]


class Outcome(Record):
    """The solution document: what `solve` prints with ``--json`` and writes with ``-o``."""

    problem: str
    version: Version = 1
    instance: InstanceLabel
    method: str
    solver: SolverVersion | None = None
    status: Status
    stopped: Stopped
    message: str | None = None
    sense: Sense
    objective: float | None = None
    bound: float | None = None
    bound_kind: BoundKind | None = None
    gap: float | None = None
    certificate: dict[str, Any] | None = None
    seconds: float = Field(ge=0)
    timing: dict[str, float] = {}
    seed: int | None = None
    options: dict[str, Any] = {}
    details: dict[str, Any] = {}
    trace: list[TracePoint] = []
    decision: Decision | None = None
    front: list[Point] | None = None
    front_complete: bool | None = None
    bound_front: list[dict[str, float | None]] | None = None
    hypervolume: Volumes | None = None
    epsilon: float | None = None
    reference_point: dict[str, float] | None = None
    pool: list[PoolEntry] | None = None

    def plot(self) -> Picture:
        """Draw the front, or objective and bound over time."""
        from .pictures import picture_of

        return picture_of(self)

    def _repr_html_(self) -> str:
        """Show the most important figures first."""
        shown = {
            "instance": f"{self.problem}: {self.instance.name}",
            "method": self.method,
            "status": f"{self.status} (stopped: {self.stopped})",
            "objective": None if self.objective is None else f"{self.objective:.10g}",
            "bound": None if self.bound is None else f"{self.bound:.10g} ({self.bound_kind})",
            "gap": None if self.gap is None else f"{self.gap:.2%}",
            "points": None if self.front is None else str(len(self.front)),
            "epsilon": None if self.epsilon is None else f"{self.epsilon:.2%}",
            "seconds": f"{self.seconds:.3f}",
            "message": self.message,
        }
        cells = "".join(
            f"<tr><th style='text-align:left'>{name}</th>"
            f"<td style='text-align:left'>{escape(value)}</td></tr>"
            for name, value in shown.items()
            if value is not None
        )
        return f"<table>{cells}</table>"
