"""Orders of jobs on machines: an own problem whose fields have every type that files give back."""

from collections.abc import Iterator
from datetime import date
from enum import Enum
from itertools import permutations, product
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from optgap.problem import (
    Answer,
    Decision,
    Fault,
    FloatArray,
    Instance,
    Judge,
    Many,
    Name,
    Part,
    Positive,
    Problem,
    number_array,
    shape_faults,
)


class Priority(Enum):
    """How much a late job costs."""

    LOW = "low"
    HIGH = "high"


class Fixed(Part):
    """A setup that always takes the same time."""

    kind: Literal["fixed"]
    hours: Positive


class Growing(Part):
    """A setup that takes longer with every job before it."""

    kind: Literal["growing"]
    first: Positive
    step: float = 0.0


class Job(Part):
    """A job: its work, the day when it is released, and its priority."""

    name: Name
    work: Positive
    priority: Priority = Priority.LOW
    released: date | None = None


def parts_agree(
    jobs: tuple[Job, ...],
    machines: list[str],
    speed: dict[int, float],
    pairs: list[tuple[int, int]],
    power: FloatArray,
) -> Iterator[Fault]:
    """Every machine has a speed, pairs are of jobs, and power has a row for each job."""
    if set(speed) != set(range(len(machines))):
        yield Fault.of("speed", "must have the keys of all machines", sorted(speed))
    for k, pair in enumerate(pairs):
        if not all(0 <= job < len(jobs) for job in pair):
            yield Fault.of(f"pairs[{k}]", "must be two jobs", pair)
    yield from shape_faults("power", power, jobs, machines)


class Orders(Instance):
    """Jobs, machines, and setups."""

    RULES: ClassVar = (parts_agree,)

    jobs: Annotated[Many[Job], Field(min_length=1)]
    machines: Annotated[list[Name], Field(min_length=1)]
    speed: dict[int, Positive]
    setup: Annotated[Fixed | Growing, Field(discriminator="kind")]
    pairs: list[tuple[int, int]] = Field(default_factory=list)
    spare: frozenset[Name] = frozenset()
    begins: date
    comment: str | None
    weight: int | Literal["equal"] = "equal"
    power: Annotated[FloatArray, *number_array(2, at_least=0)]


class Order(Decision):
    """The jobs of each machine in their order, and what else a plan says."""

    AXES: ClassVar = {"order": ("machines",)}
    INDICES: ClassVar = {"order": "jobs"}
    NAMES: ClassVar = {"idle": ("machines",)}

    order: list[list[int]]
    idle: frozenset[str] = frozenset()
    first_day: date | None = None
    priority: Priority | None = None
    together: tuple[tuple[int, int], ...] = ()


problem = Problem("orders", Orders, Order)


@problem.check
def completion(instance: Orders, decision: Order, judge: Judge) -> float:
    """Every job has one place; the last hour counts."""
    placed = sorted(job for row in decision.order for job in row)
    if placed != list(range(len(instance.jobs))):
        judge.fault("places", "order", "must have every job once")
    for a, b in instance.pairs:
        if not any({a, b} <= set(row) for row in decision.order):
            judge.fault("pairs", f"{a},{b}", "are on two machines")
    for name in decision.idle:
        if decision.order[instance.machines.index(name)]:
            judge.fault("idle", name, "has jobs")
    return _last_hour(instance, decision.order)


def _last_hour(instance: Orders, order: list[list[int]]) -> float:
    return max(_hours(instance, k, row) for k, row in enumerate(order))


def _hours(instance: Orders, machine: int, row: list[int]) -> float:
    """Return when a machine ends: setups and work, the last job of high priority costs an hour."""
    setup, total = instance.setup, 0.0
    for place, job in enumerate(row):
        total += setup.hours if setup.kind == "fixed" else setup.first + setup.step * place
        total += instance.jobs[job].work / instance.speed[machine]
    late = bool(row) and instance.jobs[row[-1]].priority is Priority.HIGH
    return total + (1.0 if late else 0.0)


def _decisions(instance: Orders):
    count = len(instance.jobs)
    for order in permutations(range(count)):
        for owner in product(range(len(instance.machines)), repeat=count):
            rows = [[j for j in order if owner[j] == k] for k in range(len(instance.machines))]
            idle = {name for name, row in zip(instance.machines, rows, strict=True) if not row}
            yield {"order": rows, "idle": idle, "first_day": instance.begins}


@problem.enumerate
def every_order(instance: Orders):
    """Yield every order on every machine."""
    yield from _decisions(instance)


def _is_feasible(instance: Orders, decision: dict) -> bool:
    rows = decision["order"]
    return all(any({a, b} <= set(row) for row in rows) for a, b in instance.pairs)


@problem.method(name="exact", kind="exact")
def enumeration(instance: Orders) -> Answer:
    """Return the best of all orders, which is proven by trying them all."""
    feasible = [each for each in _decisions(instance) if _is_feasible(instance, each)]
    best = min(feasible, key=lambda each: _last_hour(instance, each["order"]))
    return Answer(best, bound=_last_hour(instance, best["order"]), bound_kind="solver")


@problem.method
def one_machine(instance: Orders) -> dict:
    """Run everything on the first machine."""
    rest = [[] for _ in instance.machines[1:]]
    everything = np.arange(len(instance.jobs))
    return {
        "order": [everything, *rest],
        "idle": set(instance.machines[1:]),
        "priority": Priority.LOW,
    }


@problem.generate(jobs=(1, 3), machines=(1, 2))
def generate(seed: int, *, jobs: int = 3, machines: int = 2) -> Orders:
    """Return random jobs; half of the instances have a pair that stays together."""
    rng = np.random.default_rng(seed)
    setup = (
        {"kind": "fixed", "hours": rng.uniform(0.1, 1)}
        if rng.random() < 0.5
        else {"kind": "growing", "first": rng.uniform(0.1, 1), "step": 0.5}
    )
    return Orders(
        name=f"orders-{seed}",
        jobs=[
            {
                "name": f"j{k}",
                "work": np.round(rng.uniform(1, 9), 1),
                "priority": rng.choice(["low", "high"]).item(),
                "released": date(2026, 1, 1 + k) if rng.random() < 0.5 else None,
            }
            for k in range(jobs)
        ],
        machines=[f"m{k}" for k in range(machines)],
        speed={k: rng.uniform(1, 2) for k in range(machines)},
        setup=setup,
        pairs=[(0, 1)] if jobs > 1 and rng.random() < 0.5 else [],
        spare={f"m{k}" for k in range(machines) if rng.random() < 0.5},
        begins=date(2026, 2, 28),
        comment=None if rng.random() < 0.5 else "drawn",
        weight="equal" if rng.random() < 0.5 else 2,
        power=rng.uniform(0, 5, (jobs, machines)),
    )
