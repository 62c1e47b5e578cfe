"""The class `Task`: instances with references, an adapter, and the framework's score."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import optgap
from optgap.faults import input_error
from optgap.problem import FloatArray, Instance, Problem
from optgap.running import (
    BoundKind,
    Verdict,
    exact_outcomes,
    malformation,
    measures,
    problem_of,
    reference_point,
    rejection,
    vectors,
)

DATA = Path(__file__).with_name("data")
INSIDE = Path(__file__).with_name("inside")


class Replies(Protocol):
    """The judge's side of a program that sees its instance step by step."""

    def reply(self, question: Any) -> Any:
        """Take the program's question of one step; return the reply, or raise a ValueError."""
        ...

    def decision(self, answer: Any) -> Any:
        """Return the decision in the answer; raise a ValueError if the steps contradict it."""
        ...


@dataclass(frozen=True, eq=False)
class Reference:
    """An instance of a task with a proven bound on the objective of all decisions."""

    instance: Instance
    bound: float | None
    trust: BoundKind | None
    front: FloatArray | None = None  # proven front if there are several objectives (bound 1)


@dataclass(frozen=True)
class Known:
    """Known facts on a task: proven bounds, and published values."""

    proven: str = ""
    best: str = ""
    human: str = ""
    published: str = ""


@dataclass(frozen=True)
class Task:
    """A task on which found programs are judged.

    ``references()`` returns the task's instances, ``fresh(seed)`` new ones solved now. ``score`` is
    the framework's formula on the recomputed objectives, ``failed`` the score of a program that
    fails.  ``replies`` makes the object that answers the program's steps.
    """

    name: str
    problem: Problem
    statement: str
    function: str
    adapter: Path
    program: str
    references: Callable[[], list[Reference]]
    fresh: Callable[[int], list[Reference]]
    score: Callable[[Sequence[float]], float] | None  # None: mean share of the bound
    record: Known = Known()
    seconds: float = 60.0
    failed: float = 0.0
    complete: Callable[[Reference], Reference | None] | None = None  # adds a bound, proven now
    replies: Callable[[Any], Replies] | None = None
    shared: dict[str, Any] | None = None  # the child's input for all instances
    document: Callable[[Any], dict[str, Any]] | None = None  # the child's input
    verdict: Callable[[Reference, Any], Verdict] | None = None  # default: the problem's own check
    closed: tuple[Path, ...] | None = None  # hidden folders; default: all of optgap
    needs: str | None = None  # a package that programs are given, of the extra tasks


def suite_folder(part: str = "") -> Path:
    """Return the folder of optgap, or of a part such as ``solvers``, wherever it is installed."""
    spec = find_spec(f"optgap.{part}".rstrip("."))
    assert spec is not None and spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0])


def refuse_without(package: str | None) -> None:
    """Raise an error if a required package is not installed."""
    try:
        installed = package is None or find_spec(package) is not None
    except ModuleNotFoundError:
        installed = False
    if not installed:
        rule = f"needs the package {package}: pip install 'optgap-found-programs[tasks]'"
        raise input_error("task", rule)


def solved(instances: Sequence[Instance], method: str, seconds: float) -> list[Reference]:
    """Return instances with the bounds that a method proves, each within ``seconds``."""
    outcomes = [
        optgap.solve(each, method, time_limit=seconds, progress=False) for each in instances
    ]
    return [
        Reference(instance, outcome.bound, outcome.bound_kind)
        for instance, outcome in zip(instances, outcomes, strict=True)
    ]


_MOST_POINTS = 1000
_SECONDS = 5.0  # time limit of an exact method for a front


def with_front(reference: Reference) -> Reference | None:
    """Return an instance with its proven front; ``None`` if none is proven in a few seconds."""
    for outcome in exact_outcomes(reference.instance, _SECONDS):
        if outcome.front and outcome.front_complete:
            trust = outcome.bound_kind or "solver"
            front = vectors([point.objectives for point in outcome.front])
            return Reference(reference.instance, 1.0, trust, front)
    return None


def front_verdict(reference: Reference, answer: Any) -> Verdict:
    """Return the verdict on an answer; the objective is its share of the proven front's volume.

    An answer is a list of decisions, or one decision.  The volume of a front (hypervolume) is that
    of the points between the front and a reference point.  This point lies beyond the worst values
    of the proven front by a tenth of its range.
    """
    instance: Instance = reference.instance
    points = [answer] if isinstance(answer, dict) else answer
    if not isinstance(points, list) or not 0 < len(points) <= _MOST_POINTS:
        words = f"must be a decision, or a list of 1 to {_MOST_POINTS:,} decisions"
        return rejection([malformation("(answer)", words)])
    problem = problem_of(instance)
    verdicts = [problem.judge(instance, point) for point in points]
    for k, verdict in enumerate(verdicts):
        if not verdict.feasible:
            faults = verdict.violations
            return rejection([replace(each, where=f"front[{k}], {each.where}") for each in faults])
    front = vectors([verdict.objectives or {} for verdict in verdicts])
    proven = np.asarray(reference.front)
    names = list(verdicts[0].objectives or {})
    volumes = measures(front, proven, reference_point([proven]), names)
    return Verdict(min(1.0, volumes.hypervolume_ratio or 0.0), details=volumes.as_document())
