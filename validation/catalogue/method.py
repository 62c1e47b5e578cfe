"""One way to solve a problem."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypedDict

from ...core.outcome import Answer
from .declared import GIVEN

MethodFunction: TypeAlias = Callable[..., Answer]
MethodKind: TypeAlias = Literal["exact", "heuristic", "baseline"]

MIP_SOLVERS = ("highs", "scip", "cp-sat", "exact-pb")


class MethodWords(TypedDict, total=False):
    """What may be said of a method beside its function."""

    kind: MethodKind
    name: str | None
    paper: str
    summary: str | None
    solvers: tuple[str, ...]


@dataclass(frozen=True)
class Method:
    """One way to solve a problem: ``function(instance, run, **options)``."""

    name: str
    kind: MethodKind
    function: MethodFunction
    summary: str
    reference: str
    solvers: tuple[str, ...] = ()  # the engines it can use, the default first

    @property
    def options(self) -> dict[str, inspect.Parameter]:
        """The options of the method: its keyword-only parameters."""
        parameters = inspect.signature(self.function).parameters.values()
        return {p.name: p for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in GIVEN}

    def takes(self, engine: str) -> bool:
        """Return whether the method can use an engine: of Pyomo's, any where it takes several."""
        general = {"highs", "scip"} <= set(self.solvers)
        return engine in self.solvers or (general and engine.startswith("pyomo:"))


def first_sentence(thing: Any) -> str:
    """Return the first sentence of a docstring, without its full stop."""
    words = (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ").strip()
    return words.rstrip(".").rstrip(":")
