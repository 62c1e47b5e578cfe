"""The result of a method (`Answer`) and the judged result (`Outcome`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, Strict

from .display import Drawing, HtmlTable, ShortDisplay, drawing_of
from .gaps import BoundKind, Sense, gap
from .schema import Version

Status: TypeAlias = Literal[
    "optimal", "within_gap", "feasible", "infeasible", "unbounded", "unknown"
]
Stopped: TypeAlias = Literal["complete", "time_limit", "node_limit", "interrupted", "error"]
Decision: TypeAlias = dict[str, Any]


ONLY_A_BOUND = "this method proves a bound but finds no decision"


class Record(BaseModel):
    """The base class of the records in a solution document."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class SolverVersion(Record):
    """The engine that computed the result: its name and version."""

    name: str
    version: str


class InstanceLabel(Record):
    """The instance to which a solution belongs: problem, name and digest."""

    name: str
    sha256: str


class Point(Record):
    """A point of a front: its objectives and decision."""

    objectives: dict[str, float]
    decision: Decision


class PoolEntry(Record):
    """One of the best decisions of an instance, with its objective."""

    objective: float
    decision: Decision


@dataclass(frozen=True)
class Answer:
    """The claims of a method; the judge turns them into an `Outcome`.

    ``decision`` is the best one found (``None``: no plan was found).  ``infeasible`` and
    ``unbounded`` are set only if they are proven.  There is no objective: the checker computes it
    from the decision.
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
    """A proven bound, with the certificate that proves it."""

    value: float
    certificate: dict[str, Any]

    def answer(self, decision: Decision | None, **rest: Any) -> Answer:
        """Return an answer with a decision, this bound and its certificate."""
        return Answer(
            decision=decision,
            bound=self.value,
            bound_kind="certified",
            certificate=dict(self.certificate),
            **rest,
        )


# hypervolumes: of the points of a front, and of the corners that bound it
Volumes: TypeAlias = Annotated[tuple[float, float], Strict(False)]
# one entry of the trace: seconds, objective, bound
TracePoint: TypeAlias = Annotated[tuple[float, float | None, float | None], Strict(False)]


class Outcome(ShortDisplay, Record):
    """The solution document, which `solve` prints with ``--json`` and writes with ``-o``."""

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

    def plot(self) -> Drawing:
        """Draw the front, or the objective and the bound over time."""
        return drawing_of(self)

    @property
    def certified_words(self) -> str | None:
        """The certified bound in words, with method and gap; ``None`` if the details have none."""
        known = self.details.get("certified_bound")
        if known is None:
            return None
        reached = gap(self.objective, known["bound"], self.sense)
        words = "" if reached is None else f" (gap {reached:.2%})"
        return f"{known['bound']:.10g} by {known['by']}{words}"

    def _facts(self) -> Mapping[str, Any]:
        """Return facts by name, the most important first."""
        complete = " (proven complete)" if self.front_complete else ""
        return {
            "instance": f"{self.problem}: {self.instance.name}",
            "method": self.method,
            "status": f"{self.status} (stopped: {self.stopped})",
            "objective": None if self.objective is None else f"{self.objective:.10g}",
            "bound": None if self.bound is None else f"{self.bound:.10g} ({self.bound_kind})",
            "gap": None if self.gap is None else f"{self.gap:.2%}",
            "certified": self.certified_words,
            "points": None if self.front is None else f"{len(self.front)}{complete}",
            "epsilon": None if self.epsilon is None else f"{self.epsilon:.2%}",
            "pool": self.pool,
            "seconds": f"{self.seconds:.3f}{_compiling(self.timing)}",
            "message": self.message,
        }

    def _tables(self) -> Iterator[HtmlTable]:
        if self.front:
            yield points_table([point.objectives for point in self.front])

    def _picture(self) -> str:
        many = len(self.front[0].objectives) > 1 if self.front else len(self.trace) > 2
        return self.plot().svg if many else ""


def _compiling(timing: Mapping[str, float]) -> str:
    """Return a note on the seconds of compilation, which occurs once and counts in no limit."""
    seconds = timing.get("compile", 0.0)
    return "" if seconds < 0.5 else f", plus {seconds:.1f} s of compiling and imports, once"


def points_table(points: list[dict[str, float]]) -> HtmlTable:
    """Return a front as a table with one row of objectives per point."""
    return HtmlTable(list(points[0]), [list(point.values()) for point in points])
