"""The proven optimum of an instance, by whichever exact method proves it first."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.faults import InputError
from ...core.outcome import Outcome
from ...core.schema import Instance
from ..catalogue import problem_of
from ..solve import solve


def exact_outcomes(instance: Instance, time_limit: float) -> Iterator[Outcome]:
    """Yield the outcomes of the exact methods, dedicated algorithms before general engines.

    An interrupt that a method took for itself is raised again.  A method that refuses the instance
    has no outcome.
    """
    exact = [m for m in problem_of(instance).methods if m.kind == "exact"]
    for method in sorted(exact, key=lambda each: bool(each.solvers)):
        try:
            outcome = solve(instance, method.name, time_limit=time_limit)
        except InputError:
            continue
        if outcome.stopped == "interrupted":  # nobody wants the next method's word
            raise KeyboardInterrupt
        yield outcome


def proven_outcome(instance: Instance, time_limit: float) -> Outcome | None:
    """Return the first outcome with a proven optimum or front; ``None`` if none is proven."""
    tried = exact_outcomes(instance, time_limit)
    return next((outcome for outcome in tried if outcome.status == "optimal"), None)
