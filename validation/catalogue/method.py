"""The class `Method`, and the class `Loads` of the loads that a decision causes."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Self, TypeAlias, TypedDict, Unpack

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Answer
from ...core.outcome import Decision as DecisionDocument
from ...core.parameters import Parameters, options_of
from ...core.run import Run
from ...core.schema import Instance
from ..judge import Certificate, Decision

MethodFunction: TypeAlias = Callable[..., Answer]
MethodKind: TypeAlias = Literal["exact", "heuristic", "baseline"]

MIP_SOLVERS = ("highs", "scip", "cp-sat")
GIVEN = ("run", "seed", "time_limit", "solve", "problem")  # given by the name of a parameter


class DeclaredProblem(Protocol):
    """The attributes and methods of a `Problem` that its methods use."""

    name: str
    instance: type[Instance]
    decision: type[Decision]
    origin: str
    polishes: bool
    certificate_cost: float
    certificates: tuple[type[Certificate], ...]

    def function(self, role: str, /) -> Callable[..., Any] | None:
        """Return the function declared for a role such as ``"check"``, or ``None``."""
        ...

    def judge(self, instance: Any, decision: Any) -> Any:
        """Return the verdict on a decision."""
        ...

    @property
    def methods(self) -> Sequence[Any]:
        """All methods, exact ones first."""
        ...

    @property
    def formulation(self) -> Any:
        """The exact model: an object with ``build_model(instance)`` and ``decision_of(model)``."""
        ...

    def steps(self, instance: Any, /) -> Sequence[str]:
        """Return the names of the methods that `auto` runs on an instance, the quickest first."""
        ...

    def run_method(self, method: Any, instance: Any, run: Run, /, **options: Any) -> Answer:
        """Return the answer of a method, or of the method with a name, on an instance."""
        ...

    def sense(self, instance: Any, /) -> Any:
        """Return ``"minimize"`` or ``"maximize"``, the sense of an instance's objective."""
        ...


@dataclass(frozen=True)
class Finish:
    """A last step of a method, which improves its answer in the remaining share of the time."""

    name: str  # of its seconds in the timing
    share: float  # of the time, for the method before it
    applies: Callable[[Any, Run], bool]
    function: Callable[[Any, Run, Answer, bool], Answer]  # the last: whether the method is exact


class RowWords(TypedDict, total=False):
    """The keyword arguments of a row of the catalogue; name and summary replace the function's."""

    name: str | None
    summary: str | None
    starts_from: MethodFunction | None
    refuses: Callable[[Any], Answer | None] | None
    explains: Callable[[Any], str | None] | None
    parameters: type[Parameters] | None


class MethodWords(RowWords, total=False):
    """The keyword arguments of `Method.of`: also kind, place in the paper, engines."""

    kind: MethodKind
    paper: str
    solvers: tuple[str, ...]
    only_if_named: bool


@dataclass(frozen=True)
class Method:
    """A solving method: a function, and what `run_method` does before and after it.

    The function is called with the instance, with those of `GIVEN` that it has parameters for, and
    with its options: keyword-only parameters, or one object of the class ``parameters``.
    """

    name: str
    kind: MethodKind
    function: MethodFunction
    summary: str
    reference: str
    solvers: tuple[str, ...] = ()  # the engines it can use, the default first
    only_if_named: bool = False  # comparisons leave it out unless it is named
    starts_from: MethodFunction | None = None  # a quick heuristic, whose plan is its start
    refuses: Callable[[Any], Answer | None] | None = None  # a quick test for infeasibility
    explains: Callable[[Any], str | None] | None = None  # why an instance is infeasible
    finishes: Finish | None = None
    parameters: type[Parameters] | None = None

    @classmethod
    def of(cls, function: MethodFunction, **how: Unpack[MethodWords]) -> Self:
        """Return the method of a function; name and summary default to those of the function."""
        return cls(
            how.get("name") or function.__name__.strip("_").replace("_", "-"),
            how.get("kind", "heuristic"),
            function,
            how.get("summary") or first_sentence(function),
            how.get("paper", ""),
            how.get("solvers", ()),
            how.get("only_if_named", False),
            how.get("starts_from"),
            how.get("refuses"),
            how.get("explains"),
            parameters=how.get("parameters"),
        )

    @property
    def options(self) -> dict[str, inspect.Parameter]:
        """The options of the method, each with its default and its type."""
        options = options_of(self.parameters or self.function)
        return {name: option for name, option in options.items() if name not in GIVEN}

    def takes(self, engine: str) -> bool:
        """Return whether the method can use an engine; MIP methods can also use Pyomo's engines."""
        general = {"highs", "scip"} <= set(self.solvers)
        return engine in self.solvers or (general and engine.startswith("pyomo:"))


def exact_method(
    function: MethodFunction, paper: str, *solvers: str, **how: Unpack[RowWords]
) -> Method:
    """Return an exact method from a place in the ``paper``; the first engine is the default."""
    return Method.of(function, kind="exact", paper=paper, solvers=solvers, **how)


def heuristic(
    function: MethodFunction, paper: str, *solvers: str, **how: Unpack[RowWords]
) -> Method:
    """Return a heuristic; ``paper`` is its place in the paper; the first engine is the default."""
    return Method.of(function, kind="heuristic", paper=paper, solvers=solvers, **how)


def baseline(
    function: MethodFunction, paper: str, *solvers: str, **how: Unpack[RowWords]
) -> Method:
    """Return a baseline; ``paper`` is its place in the paper; the first engine is the default."""
    return Method.of(function, kind="baseline", paper=paper, solvers=solvers, **how)


def first_sentence(thing: Any) -> str:
    """Return the first paragraph of a docstring on one line, without its full stop."""
    words = (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ").strip()
    return words.rstrip(".").rstrip(":")


MOST_KEPT = 200  # values of one decision that a report needs to draw its curve


@dataclass(frozen=True)
class Loads:
    """A measure (``title``) and its value for each machine, job or other ``unit``."""

    title: str
    unit: str
    values: Mapping[str, float] | FloatArray | list[float]

    def as_document(self) -> dict[str, Any]:
        """Return at most 200 of the values, in decreasing order, with their ranks."""
        values = self.values.values() if isinstance(self.values, Mapping) else self.values
        falling = np.sort(np.array(list(values), dtype=float))[::-1]
        kept = np.unique(np.linspace(0, len(falling) - 1, MOST_KEPT).astype(int))
        return {
            "title": self.title,
            "unit": self.unit,
            "rank": (kept + 1).tolist(),
            "value": falling[kept].tolist(),
        }


LoadsFunction: TypeAlias = Callable[[Any, DecisionDocument], Loads]


def loads_in_field(title: str, unit: str, field: str) -> LoadsFunction:
    """Return a function that reads the loads of a decision from one of its fields."""
    return lambda _, decision: Loads(title, unit, decision[field])


def shares_of_nodes(instance: Any, decision: DecisionDocument) -> Loads:
    """Return the allocated share of each node, which is the sum of the fractions on it."""
    share = dict.fromkeys((node.name for node in instance.nodes), 0.0)
    for row in decision["fraction"].values():
        for node, fraction in row.items():
            share[node] += fraction
    return Loads("allocated share of the node", "node", share)
