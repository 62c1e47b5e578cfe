"""Orders of jobs on machines: an own problem whose fields have every type that files give back."""

from collections.abc import Iterator
from datetime import date
from enum import Enum
from itertools import permutations, product
from typing import Annotated, ClassVar, Literal

import numpy as np
import pyomo.environ as pyo
from pydantic import Field

from optgap.problem import (
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


@problem.model
def model(instance: Orders) -> pyo.ConcreteModel:
    """Choose each machine's jobs, how many they are, and which is the last."""
    jobs, machines = range(len(instance.jobs)), range(len(instance.machines))
    counts = range(len(jobs) + 1)
    m = pyo.ConcreteModel(instance.name)
    m.on = pyo.Var(jobs, machines, domain=pyo.Binary)
    m.last = pyo.Var(jobs, machines, domain=pyo.Binary)
    m.count = pyo.Var(machines, counts, domain=pyo.Binary)
    m.end = pyo.Var(domain=pyo.NonNegativeReals)
    m.objective = pyo.Objective(expr=m.end)
    m.one_place = pyo.Constraint(jobs, rule=lambda m, j: sum(m.on[j, k] for k in machines) == 1)
    m.one_count = pyo.Constraint(machines, rule=lambda m, k: sum(m.count[k, :]) == 1)
    m.counted = pyo.Constraint(
        machines, rule=lambda m, k: sum(q * m.count[k, q] for q in counts) == sum(m.on[:, k])
    )
    m.one_last = pyo.Constraint(machines, rule=lambda m, k: sum(m.last[:, k]) == 1 - m.count[k, 0])
    m.last_there = pyo.Constraint(jobs, machines, rule=lambda m, j, k: m.last[j, k] <= m.on[j, k])
    m.pairs = pyo.Constraint(
        range(len(instance.pairs)),
        machines,
        rule=lambda m, p, k: m.on[instance.pairs[p][0], k] == m.on[instance.pairs[p][1], k],
    )

    @m.Constraint(machines)
    def until(m: pyo.ConcreteModel, k: int) -> object:
        """No machine ends after the last hour."""
        work = sum(instance.jobs[j].work / instance.speed[k] * m.on[j, k] for j in jobs)
        setups = sum(_setups(instance, q) * m.count[k, q] for q in counts)
        urgent = [j for j in jobs if instance.jobs[j].priority is Priority.HIGH]
        return work + setups + sum(m.last[j, k] for j in urgent) <= m.end

    return m


def _setups(instance: Orders, count: int) -> float:
    setup = instance.setup
    if setup.kind == "fixed":
        return setup.hours * count
    return setup.first * count + setup.step * count * (count - 1) / 2


@problem.read
def read(instance: Orders, m: pyo.ConcreteModel, duals: object) -> dict:
    """Return the jobs of each machine, the last one at the end."""
    rows = [
        sorted(
            (j for j in range(len(instance.jobs)) if m.on[j, k].value > 0.5),
            key=lambda j: m.last[j, k].value,
        )
        for k in range(len(instance.machines))
    ]
    idle = {name for name, row in zip(instance.machines, rows, strict=True) if not row}
    return {"order": rows, "idle": idle, "first_day": instance.begins}


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
