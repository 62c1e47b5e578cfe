"""The catalogue: the one table that pairs instance class, model, methods and checker.

A problem is loaded when it is asked for, so that listing and help stay quick.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

from ..instances.faults import Fault, InputError, near_miss
from ..instances.outcome import Answer, Sense
from ..instances.schema import Instance
from .verdict import Verdict, Violation

MethodFunction: TypeAlias = Callable[..., Answer]
Kind: TypeAlias = Literal["exact", "heuristic", "baseline"]


@dataclass(frozen=True)
class Method:
    """One way to solve a problem: ``function(instance, run, **options)``."""

    name: str
    kind: Kind
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
class Problem:
    """Everything that belongs to one problem."""

    name: str
    title: str
    paper: str
    instance: type[Instance]
    generate: Callable[..., Instance]
    sense: Callable[[Any], Sense]
    build_model: Callable[[Any], Any]
    check: Callable[[Any, Any], Verdict]
    check_certificate: Callable[[Any, dict[str, Any], float | None], list[Violation]]
    methods: tuple[Method, ...]
    demo: str  # the bundled instance of the tour

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


MIP_SOLVERS = ("highs", "scip", "cp-sat")


def _placement() -> Problem:
    from ..formulations import placement as formulation
    from ..heuristics import placement as heuristics
    from ..instances import placement as instances
    from ..solvers import placement as solvers
    from . import placement as judge
    from .exact import exact_with_cutoff

    return Problem(
        name="placement",
        title="instances of a stage to machines, the slowest as early as possible",
        paper="stage optimizer (PVLDB 2022), 5.2, Eq. 3",
        instance=instances.Placement,
        generate=instances.generate,
        sense=minimize,
        build_model=formulation.build_model,
        check=judge.check,
        check_certificate=judge.check_certificate,
        methods=(
            Method(
                "exact",
                "exact",
                exact_with_cutoff(formulation, heuristics.ipa),
                "integer program in Pyomo",
                "Eq. 3",
                MIP_SOLVERS,
            ),
            Method(
                "bottleneck",
                "exact",
                solvers.bottleneck,
                "threshold search with a growing matching, polynomial and certified",
                "not in the paper, which calls Eq. 3 NP-hard",
            ),
            Method("ipa", "heuristic", heuristics.ipa, "largest best latency first", "Alg. 1"),
            Method(
                "ipa-clustered",
                "heuristic",
                heuristics.ipa_clustered,
                "IPA over groups of alike instances and machines",
                "Alg. 4",
            ),
            Method(
                "fuxi",
                "baseline",
                heuristics.fuxi,
                "lowest watermark first, instances in order",
                "section 5, Fuxi",
            ),
        ),
        demo="fig6",
    )


_PROBLEMS: dict[str, Callable[[], Problem]] = {
    "placement": _placement,
}


def problem_names() -> list[str]:
    """Return the names of all problems."""
    return list(_PROBLEMS)


@cache
def problem(name: str) -> Problem:
    """Return the problem of that name."""
    if name not in _PROBLEMS:
        rule = f"is no problem of optgap {near_miss(name, _PROBLEMS)}"
        raise InputError("bad input", [Fault.of("problem", rule, name)])
    return _PROBLEMS[name]()
