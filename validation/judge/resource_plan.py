"""The judge of resource_plan: recomputes each objective of a decision from the options."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...instances.resource_plan import ResourcePlan
from .forms import Decision, WholeNumbers, index_faults
from .judging import Judge
from .verdict import Violation, malformation, unproven_claim


class ChosenOptions(Decision):
    """A decision: the option of each instance, as an index into its options."""

    option: WholeNumbers

    def faults(self, instance: ResourcePlan) -> Iterator[Violation]:
        """Yield a fault for each option that its instance does not have."""
        sizes = instance.options.sizes
        if len(self.option) != len(sizes):
            yield malformation(
                "option", f"must have {len(sizes)} entries (found {len(self.option)})"
            )
        else:
            yield from index_faults("option", self.option, sizes)


def check(instance: ResourcePlan, decision: ChosenOptions, _: Judge) -> dict[str, float]:
    """Return the objectives, recomputed from the chosen options."""
    chosen = instance.options.values[instance.options.start[:-1] + decision.option]
    return {
        each.name: float(chosen[:, k].max()) if each.aggregate == "max" else math.fsum(chosen[:, k])
        for k, each in enumerate(instance.objectives)
    }


def check_bound_front(_: ResourcePlan, certificate: dict[str, Any], __: Any) -> list[Violation]:
    """Reject every certificate, because the problem has none and is never infeasible."""
    return [
        unproven_claim(f"resource_plan has no certificates (found {certificate.get('kind')!r})")
    ]


def least_above(
    instance: ResourcePlan, name: str, limits: Sequence[float], _: dict[str, Any] | None
) -> list[float]:
    """Return, for each limit, a lower bound on the objective ``name`` of plans above the limit.

    A maximum is the value of some option; a sum is at least the sum of the minima.
    """
    k = [objective.name for objective in instance.objectives].index(name)
    values = instance.options.values[:, k]
    least = np.minimum.reduceat(values, instance.options.start[:-1])
    if instance.objectives[k].aggregate == "sum":
        return [max(math.fsum(least), limit) for limit in limits]
    known = np.unique(values[values >= least.max()])
    places = np.searchsorted(known, np.array(limits), side="right")
    return [float(known[at]) if at < len(known) else math.inf for at in places.tolist()]
