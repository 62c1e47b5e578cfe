"""The class `Method`, and the class `Loads` of the loads that a decision causes."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias, TypedDict, Unpack

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Answer, Decision
from .declared import GIVEN

MethodFunction: TypeAlias = Callable[..., Answer]
MethodKind: TypeAlias = Literal["exact", "heuristic", "baseline"]

MIP_SOLVERS = ("highs", "scip", "cp-sat")


class MethodWords(TypedDict, total=False):
    """The keyword arguments of `Method.of`: kind, name, place in the paper, summary, engines."""

    kind: MethodKind
    name: str | None
    paper: str
    summary: str | None
    solvers: tuple[str, ...]
    only_if_named: bool


@dataclass(frozen=True)
class Method:
    """A solving method: a name, a kind, and ``function(instance, run, **options)`` -> `Answer`."""

    name: str
    kind: MethodKind
    function: MethodFunction
    summary: str
    reference: str
    solvers: tuple[str, ...] = ()  # the engines it can use, the default first
    only_if_named: bool = False  # comparisons leave it out unless it is named

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
        )

    @property
    def options(self) -> dict[str, inspect.Parameter]:
        """The options of the method, which are its keyword-only parameters."""
        parameters = inspect.signature(self.function).parameters.values()
        return {p.name: p for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in GIVEN}

    def takes(self, engine: str) -> bool:
        """Return whether the method can use an engine; MIP methods can also use Pyomo's engines."""
        general = {"highs", "scip"} <= set(self.solvers)
        return engine in self.solvers or (general and engine.startswith("pyomo:"))


class RowWords(TypedDict, total=False):
    """The name and summary that a method has instead of those of its function."""

    name: str
    summary: str


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


# The loads of a decision: one number per machine, node, group, job or instance.


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


LoadsFunction: TypeAlias = Callable[[Any, Decision], Loads]


def loads_in_field(title: str, unit: str, field: str) -> LoadsFunction:
    """Return a function that reads the loads of a decision from one of its fields."""
    return lambda _, decision: Loads(title, unit, decision[field])


def shares_of_nodes(instance: Any, decision: Decision) -> Loads:
    """Return the allocated share of each node, which is the sum of the fractions on it."""
    share = dict.fromkeys((node.name for node in instance.nodes), 0.0)
    for row in decision["fraction"].values():
        for node, fraction in row.items():
            share[node] += fraction
    return Loads("allocated share of the node", "node", share)
