"""The entry of a problem in the catalogue: its instance class, checker, model and methods."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, Literal, TypeAlias

from ...core.faults import Fault, InputError, near_miss
from ...core.outcome import Answer, Sense
from ...core.schema import Instance
from ..hunting import Ground
from ..judge import FrontBounds, Verdict, Violation
from .loads import LoadsFunction

MethodFunction: TypeAlias = Callable[..., Answer]
MethodKind: TypeAlias = Literal["exact", "heuristic", "baseline"]


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
        return {p.name: p for p in parameters if p.kind is p.KEYWORD_ONLY}


@dataclass(frozen=True)
class Solving:
    """The part of a problem that solves: the formulation of its exact model, and its methods."""

    formulation: ModuleType
    methods: tuple[Method, ...]

    def build_model(self, instance: Any, **options: Any) -> Any:
        """Return the exact model of an instance."""
        return self.formulation.build_model(instance, **options)

    @property
    def model_options(self) -> set[str]:
        """The options of the method ``exact`` that choose between models of an instance."""
        taken = inspect.signature(self.formulation.build_model).parameters
        exact = [method for method in self.methods if method.name == "exact"]
        return {name for method in exact for name in method.options if name in taken}


@dataclass(frozen=True)
class Problem:
    """Everything that belongs to one problem."""

    name: str
    title: str
    paper: str
    instance: type[Instance]
    generate: Callable[..., Instance]
    sense: Callable[[Any], Sense]
    check: Callable[[Any, Any], Verdict]
    check_certificate: Callable[[Any, dict[str, Any], float | None], list[Violation]]
    demo: str  # the bundled instance of the tour
    load_solving: Callable[[], Solving]
    loads: LoadsFunction  # what a report draws of a decision
    ground: Ground  # where hunts search
    suits: Callable[[Any, Method], bool] = lambda _, method: (
        True
    )  # compared unless others are named
    first_choice: Callable[[Any], str] = lambda _: "exact"  # the method where none is named
    front_bounds: FrontBounds | None = None  # of problems with two objectives

    @cached_property
    def solving(self) -> Solving:
        """The model and the methods, imported on first use."""
        return self.load_solving()

    @property
    def methods(self) -> tuple[Method, ...]:
        """All methods, exact ones first."""
        return self.solving.methods

    @property
    def without_model(self) -> tuple[str, ...]:
        """The names of the methods that build no model for an engine."""
        return tuple(method.name for method in self.methods if not method.solvers)

    def compared(self, instance: Any) -> list[str]:
        """Return the methods that a comparison tries where none are named."""
        return [method.name for method in self.methods if self.suits(instance, method)]

    def method(self, name: str) -> Method:
        """Return the method of that name."""
        for method in self.methods:
            if method.name == name:
                return method
        known = [method.name for method in self.methods]
        rule = f"is no method of {self.name} {near_miss(name, known)}"
        raise InputError("bad input", [Fault.of("method", rule, name)])


def minimize(_: Instance) -> Sense:
    """Return the sense of the problems that always minimise."""
    return "minimize"


MIP_SOLVERS = ("highs", "scip", "cp-sat", "exact-pb")
