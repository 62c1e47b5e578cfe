"""What outcomes of neighbouring values say of the values between them, where a field only loosens.

A plan holds for every looser value, and a bound for every tighter one.  So a staircase is known
from its edges: between two values with the same optimum nothing has to be solved.
"""

from __future__ import annotations

from typing import Any

from ..core.outcome import Answer, BoundKind, Outcome
from ..core.run import Run
from ..core.schema import Instance
from .catalogue import problem_of
from .judge import is_model_tree, judged_outcome

# fields of which a larger value allows every plan that a smaller one allows, at the same objective
LOOSER: dict[str, tuple[str, ...]] = {
    "consolidation": ("migration_budget",),
    "cluster_ratio": ("containers",),
    "utility": ("cores",),
    "stage": ("max_per_machine",),
    "macrow": ("max_total_change",),
    "microw": ("max_total_change", "max_touched_nodes"),
    "warm_pool": ("max_short", "max_up", "max_down"),
    "cold_stock": ("max_short",),
}
_SAME = 1e-9  # relative: of two optima


def loosens(instance: Instance, field: str) -> bool:
    """Return whether larger values of a field only allow more."""
    return field in LOOSER.get(problem_of(instance).name, ())


def settles(tight: Outcome, loose: Outcome) -> bool:
    """Return whether two outcomes leave nothing open between their values."""
    if loose.status == "infeasible":
        return True
    if tight.status != "optimal" or loose.status != "optimal":
        return False
    if tight.objective is None or loose.objective is None:
        return False
    size = max(1.0, abs(tight.objective))
    return abs(tight.objective - loose.objective) <= _SAME * size


def between(
    instance: Instance, tight: Outcome, loose: Outcome, values: dict[str, float]
) -> Outcome:
    """Return the outcome of a value between two that settle it: the plan of one, the bound of both.

    The judge checks plan and certificate on the instance itself; what it cannot check there is
    the word of who said it.
    """
    entry = problem_of(instance)
    run = Run(entry.sense(instance), seed=loose.seed or 0)
    infeasible = loose.status == "infeasible"
    certificate, kind = _on(instance, loose)
    details: dict[str, Any] = {"bound_of": values["loose"]}
    if not infeasible:
        details["plan_of"] = values["tight"]
    answer = Answer(
        decision=None if infeasible else tight.decision,
        bound=loose.bound,
        bound_kind=kind,
        certificate=certificate,
        infeasible=infeasible,
        solver=loose.solver,
        details=details,
    )
    return judged_outcome(entry, instance, loose.method, answer, run, dict(loose.options))


def _on(instance: Instance, outcome: Outcome) -> tuple[dict[str, Any] | None, BoundKind | None]:
    """Return the certificate of an outcome if it proves the bound of an instance, and its kind."""
    certificate = outcome.certificate
    if certificate is not None and not is_model_tree(certificate):
        bound = None if outcome.status == "infeasible" else outcome.bound
        if not problem_of(instance).check_certificate(instance, certificate, bound):
            return certificate, outcome.bound_kind
    if outcome.bound_kind in ("certified", "model-certified"):
        return None, "solver"
    return None, outcome.bound_kind
