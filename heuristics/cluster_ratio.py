"""Heuristics of cluster_ratio: marginal gains, and shares in proportion to upper bounds.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019.  The paper has no greedy method for the cluster level; its DP is in `solvers`.
"""

from typing import Annotated

import numpy as np
from pydantic import Field

from ..core.arrays import IntArray
from ..core.outcome import Answer
from ..core.run import Run
from ..instances.cluster_ratio import ClusterRatio
from ..solvers.allocation import dual_value, fill, nearest_float
from ..solvers.cluster_ratio import curves_of, impossible
from .allocation import one_by_one


def greedy(
    instance: ClusterRatio,
    run: Run,
    *,
    lookahead: Annotated[
        bool,
        Field(
            description="compare groups by their best saving per container for any container count"
        ),
    ] = False,
) -> Answer:
    """Allocate containers one by one to the group whose latency falls most.

    This ends when no container lowers a latency.  It is optimal if every curve is convex; then the
    bound, which a price per container proves, equals the objective.  With ``lookahead`` a group is
    judged by its best saving per container over any number of containers.
    """
    if instance.extra < 0:
        return impossible(instance)
    curves = curves_of(instance)
    along_hulls = fill(curves, instance.extra)
    if lookahead:
        extra = along_hulls.amounts
    else:
        extra = one_by_one(curves.start, curves.cost, instance.extra, False)
    bound = nearest_float(dual_value(curves, instance.extra, along_hulls.price))
    decision = instance.decision(extra)
    run.report(curves.total(extra), bound, decision)
    return Answer(
        decision=decision,
        bound=bound,
        bound_kind="certified",
        certificate={"kind": "multiplier", "price": along_hulls.price},
    )


def proportional(instance: ClusterRatio, run: Run) -> Answer:
    """Divide the containers in proportion to the groups' upper bounds, within their bounds."""
    if instance.extra < 0:
        return impossible(instance)
    extra = _proportional_extra(instance)
    curves = curves_of(instance)
    decision = instance.decision(extra)
    run.report(curves.total(extra), None, decision)
    return Answer(decision=decision)


def _proportional_extra(instance: ClusterRatio) -> IntArray:
    """Return each group's containers beyond its lower bound.

    Each group gets the same fraction of its upper bound, rounded down, but at least its lower
    bound. The fraction is the largest that fits; the remaining containers go to the largest
    remainders.
    """
    lower, upper, supply = instance.lower, instance.upper, instance.containers
    if upper.sum() <= supply:
        return upper - lower
    low, high = 0.0, 1.0
    for _ in range(60):
        ratio = (low + high) / 2
        fits = np.maximum(lower, np.floor(ratio * upper)).sum() <= supply
        low, high = (ratio, high) if fits else (low, ratio)
    shares = np.maximum(lower, np.floor(low * upper)).astype(np.int64)
    left = supply - int(shares.sum())
    remainder = np.where(shares < upper, low * upper - shares, -np.inf)
    shares[np.argsort(-remainder, kind="stable")[:left]] += 1
    return np.asarray(np.minimum(shares, upper) - lower)
