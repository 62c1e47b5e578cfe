"""The judge of cluster_ratio: bounds and supply of containers, latency, and price certificates."""

import math
from typing import ClassVar, Literal

from ...instances.cluster_ratio import ClusterRatio
from .forms import Certificate, Decision, Whole
from .judging import Judge
from .proofs.claims import refuse_supply
from .proofs.lagrange_multiplier import Parties, SharedPrice, proven_by_price
from .verdict import Violation, excess


class GroupContainers(Decision):
    """A decision: the containers of each group, by name."""

    NAMES: ClassVar = {"containers": ("groups",)}
    COMPLETE: ClassVar = ("containers",)
    containers: dict[str, Whole]


class LowerBoundsExceed(Certificate):
    """A certificate of infeasibility: the groups' lower bounds sum to more than the containers."""

    kind: Literal["lower-bounds"] = "lower-bounds"


def check(instance: ClusterRatio, decision: GroupContainers, judge: Judge) -> float | None:
    """Check the containers of the groups; the objective is the summed latency."""
    amounts = decision.containers
    for group in instance.groups:
        place = f"group {group.name}"
        judge.violations += bounds(place, amounts[group.name], group.lower, group.upper)
    judge.violations += supply("cluster", sum(amounts.values()), instance.containers)
    if judge.violations:
        return None
    judge.details = {"containers_left": instance.containers - sum(amounts.values())}
    return math.fsum(group.latency[amounts[group.name] - group.lower] for group in instance.groups)


def bounds(where: str, amount: int, lower: int, upper: int) -> list[Violation]:
    """Return a violation if an amount is outside its bounds."""
    least = f"gets {amount} containers, but its lower bound is {lower}"
    most = f"gets {amount} containers, but its upper bound is {upper}"
    return excess("lower", where, lower - amount, least) + excess(
        "upper", where, amount - upper, most
    )


def supply(where: str, used: int, containers: int) -> list[Violation]:
    """Return a violation if the groups together use more containers than the cluster has."""
    message = f"the groups get {used} containers, but the cluster has {containers}"
    return excess("containers", where, used - containers, message)


def certified(
    instance: ClusterRatio, certificate: SharedPrice | LowerBoundsExceed, claim: float | None
) -> float | None:
    """Return the bound that a price proves, or ``None`` if lower bounds prove infeasibility."""
    if isinstance(certificate, LowerBoundsExceed):
        refuse_supply(int(instance.lower.sum()), instance.containers, "the lower bounds")
        return None
    parties = Parties(instance.lower, [group.latency for group in instance.groups])
    return proven_by_price(parties, instance.containers, certificate, claim)
