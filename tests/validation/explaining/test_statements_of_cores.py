"""Conflicts of utility, utility_course, warm_pool and cold_stock against enumeration."""

import itertools

import numpy as np
import pytest

import optgap
from optgap.instances.cold_stock import ColdStock
from optgap.instances.utility import Utility
from optgap.instances.utility_course import UtilityCourse
from optgap.instances.warm_pool import WarmPool


def utility(seed: int) -> Utility:
    rng = np.random.default_rng(seed)
    jobs = [
        {
            "name": f"j{j}",
            "min_cores": int(least := rng.integers(0, 4)),
            "max_cores": int(most := least + rng.integers(0, 2)),
            "gain": sorted(rng.integers(0, 9, most + 1).tolist()),
        }
        for j in range(3)
    ]
    cores = int(rng.integers(2, 6))
    return Utility(name="u", cores=cores, epoch=1.0, objective="max-sum", jobs=jobs)


def utility_holds(instance, names) -> bool:
    """Whether the fewest cores of the named jobs fit."""
    chosen = itertools.product(*(range(job.max_cores + 1) for job in instance.jobs))
    return any(
        all(a >= job.min_cores for a, job in zip(cores, instance.jobs, strict=True)
            if f"min_cores {job.name}" in names)
        and (sum(cores) <= instance.cores or "cores" not in names)
        for cores in chosen
    )  # fmt: skip


def test_utility(assert_minimal) -> None:
    conflicts = sum(assert_minimal(utility(seed), utility_holds) for seed in range(30))
    assert 5 < conflicts < 30


def course(seed: int) -> UtilityCourse:
    rng = np.random.default_rng(seed)
    jobs = [
        {
            "name": f"j{j}",
            "arrives": int(rng.integers(0, 2)),
            "min_cores": int(rng.integers(0, 4)),
            "max_cores": int(rng.integers(3, 5)),
            "error": [4.0, 2.0, 1.0],
            "batch": {"base": float(rng.integers(1, 4))},
        }
        for j in range(2)
    ]
    return UtilityCourse(name="c", cores=int(rng.integers(3, 5)), epoch=1.0, epochs=3, jobs=jobs)


def course_holds(instance, names) -> bool:
    """Whether some cores keep the named limits, by the judge of the file with only these."""
    jobs = [
        job.model_copy(
            update={
                "min_cores": job.min_cores if f"min_cores {job.name}" in names else 0,
                "max_cores": job.max_cores if f"max_cores {job.name}" in names else None,
            }
        )
        for job in instance.jobs
    ]
    cores = instance.cores if "cores" in names else 8
    free = instance.model_copy(update={"jobs": tuple(jobs), "cores": cores})
    check = optgap.problem_named("utility_course").judge
    counts = itertools.product(range(instance.cores + 1), repeat=instance.epochs)
    plans = list(counts)
    return any(
        check(free, {"cores": {"j0": list(one), "j1": list(other)}}).feasible
        for one in plans
        for other in plans
        if "cores" not in names or all(a + b <= cores for a, b in zip(one, other, strict=True))
    )


def test_utility_course(assert_minimal) -> None:
    conflicts = sum(assert_minimal(course(seed), course_holds) for seed in range(12))
    assert 2 < conflicts < 12


def pool(seed: int) -> WarmPool:
    rng = np.random.default_rng(seed)
    return WarmPool(
        name="w",
        allocated=(rng.integers(1, 10, 4) / 2).tolist(),
        machine_size=1.5,
        configured=int(rng.integers(0, 3)),
        lead=int(rng.integers(1, 3)),
        max_up=int(rng.integers(1, 3)),
        max_short=int(rng.integers(0, 3)),
    )


def pool_holds(instance, names) -> bool:
    """Whether some machines keep the named statements; a tick that is not named is never short."""
    for machines in itertools.product(range(instance.most + 1), repeat=instance.ticks):
        steps = itertools.pairwise(machines[instance.lead - 1 :])
        if "configured" in names and set(machines[: instance.lead]) != {instance.at_start}:
            continue
        if "max_up" in names and any(now - before > instance.max_up for before, now in steps):
            continue
        short = sum(
            1.5 * machines[t] < memory
            for t, memory in enumerate(instance.allocated.tolist())
            if f"allocated tick {t}" in names
        )
        if "max_short" not in names or short <= instance.max_short:
            return True
    return False


def test_warm_pool(assert_minimal) -> None:
    conflicts = sum(assert_minimal(pool(seed), pool_holds) for seed in range(25))
    assert 5 < conflicts < 25


def test_less_memory_is_said_in_the_units_of_the_file() -> None:
    instance = WarmPool(name="w", allocated=[3, 4.5], machine_size=1.5, configured=1, max_short=0)
    words = [change.words for change in optgap.explain(instance).changes]
    assert words == [
        "2 machines are configured at the start",
        "1 ticks may be short",
        "a demand of 1.5 in tick 0",
    ]


def stock(seed: int) -> ColdStock:
    rng = np.random.default_rng(seed)
    return ColdStock(
        name="s",
        demand=(rng.integers(-1, 5, 5) / 2).tolist(),
        stock=int(rng.integers(0, 4)),
        period=2,
        lead=int(rng.integers(0, 3)),
        first_review=int(rng.integers(0, 2)),
        pipeline=rng.integers(0, 2, 2).tolist(),
        max_short=int(rng.integers(0, 2)),
    )


def stock_holds(instance, names) -> bool:
    """Whether too few days are short when all that can be ordered comes as early as it can."""
    first = instance.first_review + instance.lead if "lead" in names else 0
    left = float(instance.stock) if "stock" in names else 1e6
    short = 0
    for day, demand in enumerate(instance.demand.tolist()):
        comes = instance.pipeline[day] if day < len(instance.pipeline) else 0
        left += comes if f"pipeline day {day}" in names or day >= len(instance.pipeline) else 1e6
        left += 1e6 if day == first else 0
        left -= demand if f"demand day {day}" in names else -1e6
        short += left < 0
    return "max_short" not in names or short <= instance.max_short


def test_cold_stock(assert_minimal) -> None:
    conflicts = sum(assert_minimal(stock(seed), stock_holds) for seed in range(40))
    assert 5 < conflicts < 40


@pytest.mark.parametrize("problem", ["warm_pool", "cold_stock", "utility_course"])
def test_what_nothing_limits_has_a_plan(problem: str) -> None:
    """Without limits on short ticks or days, and without least cores, there always is a plan."""
    small = {"warm_pool": {"ticks": 12}, "cold_stock": {"days": 20}, "utility_course": {"jobs": 3}}
    instance = optgap.generate(problem, 1, **small[problem])
    found = optgap.explain(instance)
    assert found.feasible
    assert str(found).startswith("there is a plan")


def test_resource_plan_always_has_a_plan() -> None:
    instance = optgap.generate("resource_plan", 3)
    assert str(optgap.explain(instance)) == (
        "there is a plan: every instance has an option, and no option excludes another"
    )


def test_least_cores_give_way_by_one_amount_in_all_epochs() -> None:
    """A model writes `at least` either way; by what is said there is a plan, by one less none."""
    source = optgap.load("utility_course/too-many-least-cores")
    found = optgap.explain(source)
    words = [change.words for change in found.changes]
    assert words[0] == "6 cores"
    name = words[1].removesuffix(" needs only 0")
    assert [change.amount for change in found.changes] == [2, 2]

    def with_least(cores: int):
        jobs = source.model_dump(by_alias=True)["jobs"]
        changed = [{**job, "min_cores": cores} if job["name"] == name else job for job in jobs]
        return source.replaced(jobs=changed)

    assert optgap.solve(with_least(0)).status == "optimal"
    assert optgap.solve(with_least(1)).status == "infeasible"
