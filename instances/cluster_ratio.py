"""cluster_ratio: divide the containers of a cluster among its user groups.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.4, Eq. 3 to 5.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, IntArray, number_array
from ..core.faults import Fault, check_range, repeated_names
from ..core.memory import check_size
from ..core.schema import Count, Instance, Many, Name, Part, Rule

CurveShape = Literal["convex", "waves", "rough"]
_EIGHTH = 0.125  # sums and differences of eighths are exact in floating point


class Group(Part):
    """A user group: bounds, and its minimum latency L*(r) for r = lower … upper containers."""

    name: Name
    lower: Count
    upper: Count
    latency: Annotated[FloatArray, *number_array(1, at_least=0)]


def distinct_groups(groups: tuple[Group, ...]) -> Iterator[Fault]:
    """Groups have distinct names."""
    yield from repeated_names("groups", (group.name for group in groups))


def ordered_bounds(groups: tuple[Group, ...]) -> Iterator[Fault]:
    """The upper bound of a group is not below its lower bound."""
    for i, group in enumerate(groups):
        if group.upper < group.lower:
            yield Fault.of(f"groups[{i}].upper", f"must be >= lower ({group.lower})", group.upper)


def one_latency_per_amount(groups: tuple[Group, ...]) -> Iterator[Fault]:
    """The curve of a group has one latency for each amount from lower to upper."""
    for i, group in enumerate(groups):
        amounts = group.upper - group.lower + 1
        if amounts >= 1 and len(group.latency) != amounts:
            rule = f"must have {amounts} entries, one per number from lower to upper"
            yield Fault.of(f"groups[{i}].latency", rule, len(group.latency))


class ClusterRatio(Instance):
    """R containers and m groups, each with bounds and a latency curve."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_groups,
        ordered_bounds,
        one_latency_per_amount,
    )

    problem: Literal["cluster_ratio"] = "cluster_ratio"
    containers: Count
    groups: Annotated[Many[Group], Field(min_length=1)]

    @cached_property
    def lower(self) -> IntArray:
        """r_i^Lower, the minimum number of containers of each group."""
        return np.array([group.lower for group in self.groups], dtype=np.int64)

    @cached_property
    def upper(self) -> IntArray:
        """r_i^Upper, the maximum number of containers of each group."""
        return np.array([group.upper for group in self.groups], dtype=np.int64)

    @property
    def extra(self) -> int:
        """r_Alloc, the containers beyond the sum of the lower bounds; negative if infeasible."""
        return self.containers - int(self.lower.sum())

    def decision(self, extra: IntArray) -> dict[str, dict[str, int]]:
        """Return the decision that gives each group its lower bound plus ``extra`` containers."""
        amounts = (self.lower + extra).tolist()
        names = (group.name for group in self.groups)
        return {"containers": dict(zip(names, amounts, strict=True))}


def generate(
    seed: int,
    *,
    groups: int = 8,
    containers: int = 96,
    curve: CurveShape = "waves",
    demand: float = 2.0,
) -> ClusterRatio:
    """Return a random cluster.

    The containers that groups could use beyond their lower bounds sum to about ``demand`` times
    the available ones; group sizes are lognormal.  A ``convex`` curve falls by sorted exponential
    steps.  ``waves`` is the latency of equal tasks in ``ceil(tasks / containers)`` rounds;
    ``rough`` adds noise to it, so that it also rises.  Latencies are multiples of 1/8.
    """
    check_range(groups=(groups, 1), containers=(containers, groups), demand=(demand, 0.0))
    check_size(parts=groups, numbers=containers * (1 + demand))
    rng = np.random.default_rng(seed)
    size = rng.lognormal(0.0, 0.6, groups)
    size /= size.sum()
    lower = 1 + np.floor(0.2 * (containers - groups) * size).astype(np.int64)
    width = np.ceil(demand * (containers - lower.sum()) * size).astype(np.int64)
    made = tuple(
        Group(
            name=f"g{i + 1}",
            lower=int(lower[i]),
            upper=int(lower[i] + width[i]),
            latency=_curve(rng, curve, int(lower[i]), int(width[i])),
        )
        for i in range(groups)
    )
    return ClusterRatio(
        name=f"cluster-ratio-{groups}x{containers}-{curve}-s{seed}",
        containers=containers,
        groups=made,
    )


def _curve(rng: np.random.Generator, shape: CurveShape, lower: int, width: int) -> FloatArray:
    amounts = np.arange(lower, lower + width + 1)
    if shape == "convex":
        steps = np.sort(rng.exponential(200.0 / (width + 1), width))[::-1]
        steps = np.round(steps / _EIGHTH) * _EIGHTH
        falling: FloatArray = np.concatenate([steps[::-1].cumsum()[::-1], [0.0]])
        return falling + _EIGHTH * rng.integers(40, 400)
    tasks = rng.integers(lower + 1, 4 * (lower + width) + 2)
    latency = rng.uniform(5.0, 60.0) * np.ceil(tasks / amounts)
    if shape == "rough":
        latency *= rng.lognormal(0.0, 0.15, width + 1)
    return np.asarray(np.ceil(latency / _EIGHTH) * _EIGHTH, dtype=np.float64)
