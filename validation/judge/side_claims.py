"""The claims beside decision and bound: what contradicts them, and what nobody checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from ...core.dominance import nondominated
from ...core.outcome import Outcome
from ...core.schema import Instance
from .findings import Findings, contradiction
from .fronts import vectors_of
from .model_tree import is_model_tree
from .tolerances import TOLERANCE
from .verdict import Violation, claim, differs

IN_A_FOLDER = (
    "a proof of the exact model that is not in this document; "
    "`optgap prove` writes one, and `optgap verify` checks its folder"
)
_TOLD = ("solver", "stopped", "message", "seconds", "timing", "seed", "options")


def side_violations(solution: Outcome, found: Findings) -> Iterator[Violation]:
    """Yield what is wrong with the trace, with details that the checker computes, and the front."""
    for k, (_, _, bound) in enumerate(solution.trace):
        if words := contradiction(found.objective, bound, solution.sense):
            yield claim(f"trace[{k}]", words)
    for key, value in found.details.items():
        if key in solution.details and not _agree(solution.details[key], value):
            message = f"claims {solution.details[key]!r}, the checker computes {value!r}"
            yield claim(f"details.{key}", message)
    yield from _front_violations(solution)
    yield from _pool_order(solution)


def _pool_order(solution: Outcome) -> Iterator[Violation]:
    """Yield what is wrong with a pool: it begins with the objective, and gets no better."""
    values = [entry.objective for entry in solution.pool or ()]
    sign = 1.0 if solution.sense == "minimize" else -1.0
    if values and differs(values[0], solution.objective):
        yield claim("pool[0]", f"has {values[0]!r}, the objective is {solution.objective!r}")
    for k, (one, other) in enumerate(pairwise(values)):
        if sign * (other - one) < -TOLERANCE * max(1.0, abs(one)):
            yield claim(f"pool[{k + 1}]", f"{other!r} is better than {one!r} before it")
    documents = [json.dumps(entry.decision, sort_keys=True) for entry in solution.pool or ()]
    for k, document in enumerate(documents):
        if document in documents[:k]:
            yield claim(f"pool[{k}]", "is the decision of an entry before it")


def _front_violations(solution: Outcome) -> Iterator[Violation]:
    """Yield the points of a front that another point makes superfluous, or doubles."""
    front = solution.front or []
    if len({tuple(sorted(point.objectives)) for point in front}) != 1:
        return  # without points; or their objectives are refused already
    kept = set(nondominated(vectors_of(front)).tolist())
    for k in range(len(front)):
        if k not in kept:
            yield claim(f"front[{k}]", "is no better in any objective than another point")


def unchecked_claims(instance: Instance, solution: Outcome, found: Findings) -> Iterator[str]:
    """Yield the claims that nothing in a document proves: somebody's word."""
    proven = found.certificate == "valid"
    whose = f"the word of {solution.solver.name if solution.solver else solution.method}"
    if is_model_tree(solution.certificate):
        whose = IN_A_FOLDER
    if solution.status in ("infeasible", "unbounded") and not proven:
        yield f"the instance is {solution.status}: {whose}"
    of_front = solution.bound_front is not None or solution.status == "infeasible"
    if solution.bound is not None and (not proven or of_front):
        yield f"no solution is better than {solution.bound!r}: {whose}"
    if solution.front_complete:
        yield f"the front is complete: {whose}"
    if solution.bound_front and not proven:
        yield f"no plan is beyond the bounds of the front: {whose}"
    if solution.pool:
        yield "pool: no other decision is better than its last one: the word of an engine"
    yield from _unread(instance, solution, found)


def _unread(instance: Instance, solution: Outcome, found: Findings) -> Iterator[str]:
    """Yield the claims about how a result came about, and measures that nothing defines."""
    if solution.bound_front is None:
        for name in ("hypervolume", "epsilon", "reference_point"):
            if getattr(solution, name) is not None:
                yield f"{name}: there are no bounds of a front to measure it against"
    if solution.instance.name != instance.name:
        yield f"instance.name: {solution.instance.name!r} is a label, and has no part in the digest"
    if solution.trace:
        yield f"trace: when the {len(solution.trace)} objectives and bounds were known"
    others = sorted(set(solution.details) - set(found.details))
    if others:
        yield f"details: {', '.join(others)}"
    told = [name for name in _TOLD if getattr(solution, name) not in (None, {})]
    yield f"how it was found: method, {', '.join(told)}"


def _agree(claimed: Any, computed: Any) -> bool:
    """Return whether two values of plain data are equal, numbers but for rounding."""
    if isinstance(computed, Mapping) and isinstance(claimed, Mapping):
        same = set(map(str, claimed)) == set(map(str, computed))
        named = {str(key): value for key, value in claimed.items()}
        return same and all(_agree(named[str(key)], value) for key, value in computed.items())
    if isinstance(computed, (list, tuple)) and isinstance(claimed, (list, tuple)):
        pairs = zip(claimed, computed, strict=False)
        return len(claimed) == len(computed) and all(_agree(*pair) for pair in pairs)
    numbers = (int, float)
    if type(claimed) in numbers and type(computed) in numbers:
        return not differs(claimed, computed)
    return bool(claimed == computed) and type(claimed) is type(computed)
