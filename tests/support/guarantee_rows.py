"""Rows of the table of guarantees, small enough for a brute force over a grid of inputs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import optgap
from optgap.core.input_family import InputFamily
from optgap.validation.guarantees import Guarantee
from optgap.validation.judge.guarantees import Subject

MAKESPAN = Path(__file__).parents[2] / "examples" / "makespan.py"
ODD = Path(__file__).with_name("odd_heuristics.py")


def makespan(jobs: int = 5, machines: int = 2) -> Any:
    optgap.load_problem(MAKESPAN)
    document = {"problem": "makespan", "version": 1, "name": "m", "machines": machines}
    return optgap.load(document | {"times": [1.0] * jobs})


def placement(rows: int, columns: int) -> Any:
    document = {"problem": "placement", "version": 1, "name": "p", "capacity": [1] * columns}
    return optgap.load(document | {"latency": [[1.0] * columns] * rows})


def eviction(request: int, amounts: Sequence[int]) -> Any:
    residents = [
        {"name": f"r{i}", "demand": [amount], "temperature": 1} for i, amount in enumerate(amounts)
    ]
    document = {"problem": "eviction", "version": 1, "name": "e", "resources": ["memory"]}
    return optgap.load(document | {"request": [request], "residents": residents})


def packing(items: int, room: int = 6) -> Any:
    document = {"problem": "consolidation", "version": 1, "name": "c", "resources": ["cpu"]}
    machines = [{"name": f"m{j}", "capacity": [room]} for j in range(items)]
    demands = [{"name": f"i{i}", "demand": [1]} for i in range(items)]
    return optgap.load(document | {"machines": machines, "items": demands})


def utility(jobs: int, cores: int) -> Any:
    document = {"problem": "utility", "version": 1, "name": "u", "cores": cores, "epoch": 1.0}
    listed = [
        {"name": f"j{i}", "min_cores": 0, "max_cores": cores, "gain": [1.0] * (cores + 1)}
        for i in range(jobs)
    ]
    return optgap.load(document | {"objective": "max-sum", "jobs": listed})


TEMPLATE = {"name": "t", "mips": [0, 1, 2], "importance": [0, 1, 2]}
DOCUMENTS: dict[str, dict[str, Any]] = {
    "warm_pool": {
        **{"allocated": [1, 1, 1], "machine_size": 2, "lead": 1, "configured": 1},
        **{"max_up": 1, "configure_cost": 1, "short_cost": 2},
    },
    "cold_stock": {
        **{"demand": [1, 1, 1], "stock": 2, "period": 2, "lead": 1, "pipeline": [0, 1]},
        **{"max_short": 1, "order_cost": 1, "removal_cost": 2},
    },
    "macroq": {
        **{"mips": 2, "curves": "points"},
        "jobs": [{"name": f"j{i}", "rank": 1 + i, "templates": [TEMPLATE]} for i in range(2)],
    },
    "cluster_ratio": {
        "containers": 3,
        "groups": [{"name": n, "lower": 1, "upper": 2, "latency": [2, 1]} for n in "ab"],
    },
}


def small(problem: str) -> Any:
    return optgap.load(DOCUMENTS[problem] | {"problem": problem, "version": 1, "name": "small"})


@dataclass(frozen=True)
class Row:
    """A row: what is guaranteed, the ratio, and the numbers of a grid that contains the worst."""

    source: Any  # an instance, or a function that makes it when a test runs
    method: str
    free: str
    ratio: str | None
    grid: Sequence[float] = ()
    assume: tuple[str, ...] = ()
    limits: dict[str, Any] = field(default_factory=dict)

    @property
    def instance(self) -> Any:
        return self.source() if callable(self.source) else self.source

    def prove(self) -> Guarantee:
        return optgap.guarantee(
            self.instance, self.method, free=self.free, assume=self.assume, **self.limits
        )


def grid_rows() -> dict[str, Row]:
    """Return the rows that a brute force covers."""
    temperature = "residents[].temperature"
    return {
        "lpt": Row(makespan, "lpt", "times", "7/6", (0, 1, 2, 3), ("sorted",)),
        "list": Row(partial(makespan, 3), f"{ODD}:in_order", "times", "3/2", (0, 1, 2, 5)),
        "primal-dual": Row(
            eviction(9, (8, 5, 4)), "primal-dual", temperature, "13/9", (0, 4, 5, 8)
        ),
        "ipa": Row(placement(2, 2), "ipa", "latency", "1", (1, 2, 4), ("column-order",)),
        "first-fit": Row(packing(4), "first-fit", "items[].demand", "3/2", (2, 3, 4)),
        "pool": Row(
            small("warm_pool"),
            f"{ODD}:one_machine",
            "allocated",
            "3",
            (0, 0.5, 1),
            (f"{ODD}:small",),
        ),
        "stock": Row(
            small("cold_stock"), "base-stock", "demand", "3/2", (0, 0.5, 1), (f"{ODD}:small",)
        ),
        "macroq": Row(
            small("macroq"),
            f"{ODD}:one_unit_each",
            "jobs[].templates[].importance",
            "2",
            (0, 1, 2),
            ("concave",),
        ),
        "cluster": Row(
            small("cluster_ratio"), "greedy", "groups[].latency", "1", (0, 1, 2), ("convex",)
        ),
        "greedy": Row(utility(2, 2), "greedy", "jobs[].gain", "1", (0, 2, 3), ("concave",)),
    }


def ratio_by_judge(instance: Any, decision: Any, subject: Subject) -> Fraction | None:
    """Return a decision's ratio to the best one, both with the objectives of the real judge."""
    entry = optgap.problem_named(instance.problem)
    decisions = [decision, *(each for each, _ in subject.competitors)]
    judged = [entry.judge(instance, each).objective for each in decisions]
    cost, *values = [Fraction(each).limit_denominator(10**6) for each in judged if each is not None]
    if entry.sense(instance) == "minimize":
        return cost / min(values) if min(values) else None
    return max(values) / cost if cost else None


def inputs_of(row: Row, family: InputFamily) -> Iterator[list[Fraction]]:
    """Yield the points of a row's grid that satisfy the assumptions."""
    for numbers in product(map(Fraction, row.grid), repeat=len(family.fields)):
        point = [*numbers, Fraction(1)]
        if all(sum(a * x for a, x in zip(r, point, strict=True)) >= s for r, s in family.rows):
            yield list(numbers)
