"""Dedicated exact algorithm of `cluster_ratio`: Algorithm 3 of AdaptiveConfig, corrected."""

from typing import Annotated, Any

from pydantic import Field

from ..core.outcome import Answer
from ..core.run import Run
from ..instances.cluster_ratio import ClusterRatio
from .allocation import Curves, LeastCost, least_amounts


def dp(
    instance: ClusterRatio,
    run: Run,
    *,
    pruned: Annotated[
        bool,
        Field(description="drop the amounts that a price excludes before the search"),
    ] = True,
) -> Answer:
    """Return the number of containers of each group that minimises the summed latency.

    ``pruned`` first drops the amounts that a Lagrangian bound excludes. Usually few remain, and
    enumerating them proves the optimum; if many remain, tables are filled for them. Without
    ``pruned`` the tables of Algorithm 3 are filled as in the paper, with corrections.
    """
    if instance.extra < 0:
        return impossible(instance)
    curves = curves_of(instance)
    least = least_amounts(curves, instance.extra, run, pruned=pruned)
    decision = instance.decision(least.amounts)
    run.report(curves.total(least.amounts), None, decision)
    return priced_answer(decision, least, run)


def curves_of(instance: ClusterRatio) -> Curves:
    """Return each group's latency as a function of its containers beyond the lower bound."""
    return Curves.of([group.latency for group in instance.groups])


def impossible(instance: ClusterRatio) -> Answer:
    """Return a proof of infeasibility if the groups' lower bounds exceed the containers."""
    message = why_infeasible(instance)
    return Answer(infeasible=True, certificate={"kind": "lower-bounds"}, message=message)


def why_infeasible(instance: ClusterRatio) -> str | None:
    """Return a message if the lower bounds sum to more than the containers, else ``None``."""
    if instance.extra >= 0:
        return None
    needed, had = int(instance.lower.sum()), instance.containers
    largest = max(instance.groups, key=lambda group: group.lower)
    return (
        f"the lower bounds of {len(instance.groups)} groups sum to {needed} containers, "
        f"but the cluster has {had}; the largest is that of {largest.name} ({largest.lower})"
    )


def priced_answer(decision: dict[str, Any], least: LeastCost, run: Run) -> Answer:
    """Return a decision with its bound, which is certified unless only tables prove it."""
    certified = least.proof != "tables"
    return Answer(
        decision=decision,
        bound=least.bound,
        bound_kind="certified" if certified else "solver",
        certificate={"kind": least.proof, "price": least.price} if certified else None,
        stopped=run.stopped if least.proof == "multiplier" else "complete",
    )
