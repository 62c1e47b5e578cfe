"""All decisions of small instances, from the raw fields, for claims about every decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import compress, product
from math import ceil, inf, prod
from typing import Any, TypeAlias

from .decimals import as_written
from .faults import input_error

Listed: TypeAlias = tuple[int | None, Iterable[Any]]  # with their number, if it is known


def _machines(instance: Any) -> Listed:
    every = product(range(instance.machines), repeat=instance.instances)
    return instance.machines**instance.instances, ({"machine": list(each)} for each in every)


def _evictions(instance: Any) -> Listed:
    names = [each.name for each in instance.residents if not each.keep]
    every = (list(compress(names, mask)) for mask in product([0, 1], repeat=len(names)))
    return 2 ** len(names), ({"evict": evicted} for evicted in every)


def _amounts(key: str, limits: dict[str, range], most: int) -> Listed:
    """Return all amounts by name within their limits, whose sum is at most ``most``."""
    every = product(*limits.values())
    within = (each for each in every if sum(each) <= most)
    return prod(map(len, limits.values())), (
        {key: dict(zip(limits, each, strict=True))} for each in within
    )


def _cores(instance: Any) -> Listed:
    limits = {job.name: range(job.min_cores, job.max_cores + 1) for job in instance.jobs}
    return _amounts("cores", limits, instance.cores)


def _containers(instance: Any) -> Listed:
    limits = {group.name: range(group.lower, group.upper + 1) for group in instance.groups}
    return _amounts("containers", limits, instance.containers)


def _packings(instance: Any) -> Listed:
    """Return the packings on empty machines; of equal unused machines, only the first is opened."""
    used = {
        name
        for part in (instance, *instance.machines, *instance.items)
        for name, field in type(part).model_fields.items()
        if getattr(part, name) not in (field.default, None)
    }
    others = used - {"name", "source", "resources", "machines", "items", "capacity", "demand"}
    if others - {"objective", "empty_machines"} or instance.objective == "price":
        rule = "is more than the statement for guarantees has: capacities and demands"
        raise input_error(", ".join(sorted(others)), rule)
    rooms = [machine.capacity for machine in instance.machines]

    def extend(machine: list[int]) -> Iterator[list[int]]:
        if len(machine) == len(instance.items):
            yield machine
            return
        unused = [j for j in range(len(rooms)) if j not in machine]
        firsts = {rooms[j]: j for j in reversed(unused)}
        for j in sorted({*machine, *firsts.values()}):
            yield from extend([*machine, j])

    items, machines = ([part.name for part in p] for p in (instance.items, instance.machines))
    placed = ([machines[j] for j in machine] for machine in extend([]))
    return None, ({"machine": dict(zip(items, each, strict=True))} for each in placed)


def _admissions(instance: Any) -> Listed:
    if instance.curves != "points" or instance.granularity is not None:
        raise input_error("curves", "must be points, without a granularity", instance.curves)
    choices = [
        [None, *({"template": t.name, "mips": x} for t in job.choices for x in t.mips.tolist())]
        for job in instance.jobs
    ]
    pairs = (zip(instance.jobs, each, strict=True) for each in product(*choices))
    return prod(map(len, choices)), ({"jobs": {j.name: own for j, own in e if own}} for e in pairs)


def _up_to(most: Any, field: str) -> range:
    """Return the numbers of machines up to the one that the largest inputs need."""
    if most == inf:
        rule = "has no upper limit, so that decisions are infinite in number; assume one"
        raise input_error(field, rule)
    return range(ceil(most) + 1)


def _pools(instance: Any) -> Listed:
    if instance.configured is None:
        raise input_error("configured", "must be given")
    needed = max(instance.allocated) / as_written(instance.machine_size)
    choices = _up_to(max(needed, instance.configured), "allocated")
    first, ticks = [instance.configured] * instance.lead, len(instance.allocated) - instance.lead
    every = product(choices, repeat=ticks)
    return len(choices) ** ticks, ({"machines": [*first, *each]} for each in every)


def _stock_orders(instance: Any) -> Listed:
    days = len(instance.demand)
    reviews = range(instance.first_review, days, instance.period)
    most = _up_to(sum(max(0, number) for number in instance.demand), "demand")
    returned = sum(-number for number in map(as_written, instance.demand) if number < 0)
    orders = [most if day + instance.lead < days else range(1) for day in reviews]
    here = range(ceil(instance.stock + sum(instance.pipeline) + returned) + 1)
    removals = [range(len(here) + (len(most) - 1) * k) for k in range(len(reviews))]
    every = product(product(*orders), product(*removals))
    return prod(map(len, [*orders, *removals])), ({"order": o, "remove": r} for o, r in every)


# The instance of a listing has its inputs at their upper limits.
DECISIONS: dict[str, Callable[[Any], Listed]] = {
    "placement": _machines,
    "eviction": _evictions,
    "utility": _cores,
    "cluster_ratio": _containers,
    "consolidation": _packings,
    "macroq": _admissions,
    "warm_pool": _pools,
    "cold_stock": _stock_orders,
}
