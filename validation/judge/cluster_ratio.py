"""The judge of cluster_ratio: bounds, supply, summed latency, and the proofs by a price."""

from __future__ import annotations

import math
from typing import Any

from ...instances.cluster_ratio import ClusterRatio
from .proofs.lagrange_multiplier import Parties, check_price, invalid
from .verdict import Verdict, Violation, key_faults, malformed, rejected


def check(instance: ClusterRatio, decision: Any) -> Verdict:
    """Judge a decision: ``{"containers": {group: amount}}`` with every group in it."""
    faults = key_faults(decision, ["containers"])
    if not faults:
        faults = _amount_faults(instance, decision["containers"])
    if faults:
        return rejected(faults)
    amounts: dict[str, int] = decision["containers"]
    violations = [*_group_bounds(instance, amounts), *_supply(instance, amounts)]
    if violations:
        return rejected(violations)
    latencies = [group.latency[amounts[group.name] - group.lower] for group in instance.groups]
    left = instance.containers - sum(amounts.values())
    return Verdict(objective=math.fsum(latencies), details={"containers_left": left})


def _amount_faults(instance: ClusterRatio, amounts: Any) -> list[Violation]:
    if not isinstance(amounts, dict):
        return [malformed("containers", "must be an object with an amount for each group")]
    names = {group.name for group in instance.groups}
    missing = sorted(names - set(amounts))
    return [
        *(malformed(f"containers.{n}", "the group is missing") for n in missing),
        *(
            malformed(f"containers.{n}", "there is no such group")
            for n in sorted(set(amounts) - names, key=str)
        ),
        *(
            malformed(f"containers.{n}", f"must be a whole number, is {amount!r}")
            for n, amount in amounts.items()
            if n in names and type(amount) is not int
        ),
    ]


def _group_bounds(instance: ClusterRatio, amounts: dict[str, int]) -> list[Violation]:
    """Every group gets an amount within its bounds."""
    violations = []
    for group in instance.groups:
        amount = amounts[group.name]
        if amount < group.lower:
            message = f"gets {amount} containers, its lower bound is {group.lower}"
            violations.append(
                Violation("lower", f"group {group.name}", float(group.lower - amount), message)
            )
        if amount > group.upper:
            message = f"gets {amount} containers, its upper bound is {group.upper}"
            violations.append(
                Violation("upper", f"group {group.name}", float(amount - group.upper), message)
            )
    return violations


def _supply(instance: ClusterRatio, amounts: dict[str, int]) -> list[Violation]:
    """The groups together get no more containers than the cluster has."""
    used = sum(amounts.values())
    if used <= instance.containers:
        return []
    message = f"the groups get {used} containers, the cluster has {instance.containers}"
    return [Violation("containers", "cluster", float(used - instance.containers), message)]


def check_certificate(
    instance: ClusterRatio, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check a price (``multiplier``, ``core``), or lower bounds beyond the containers."""
    if certificate.get("kind") == "lower-bounds":
        return _check_shortage(instance, certificate, bound)
    parties = Parties.of(instance.lower, [group.latency for group in instance.groups])
    return check_price(parties, instance.containers, certificate, bound)


def _check_shortage(
    instance: ClusterRatio, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """The lower bounds alone exceed the containers, so that there is no decision."""
    if bound is not None or set(certificate) != {"kind"}:
        return [invalid("lower bounds prove that nothing is feasible, and no bound")]
    least = sum(group.lower for group in instance.groups)
    if least > instance.containers:
        return []
    return [invalid(f"the lower bounds sum to {least} of {instance.containers} containers")]
