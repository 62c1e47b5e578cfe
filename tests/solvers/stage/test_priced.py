"""Prices on stages that can be listed: every bound holds, every plan is a plan."""

import itertools

import numpy as np
import pytest

import optgap
from optgap.core.run import Run
from optgap.instances.stage import Stage, WorkLatency, WorkTerms
from optgap.solvers.stage import price_front
from optgap.solvers.stage.pools import LeastCosts
from optgap.validation.catalogue.stage import _steps

check = optgap.problem_named("stage").judge


def all_plans(instance: Stage) -> list[tuple[float, float]]:
    """Return latency and cost of every feasible plan."""
    machines, kinds = range(instance.machines), range(len(instance.configurations))
    choices = list(itertools.product(machines, kinds))
    found = []
    for plan in itertools.product(choices, repeat=instance.instances):
        decision = {"machine": [j for j, _ in plan], "configuration": [k for _, k in plan]}
        objectives = check(instance, decision).objectives
        if objectives is not None:
            found.append((objectives["latency"], objectives["cost"]))
    return found


def holds(outcome, plans: list[tuple[float, float]]) -> None:
    """Every bound holds for every plan, and bounds that are reached say so."""
    for latency, cost in plans:
        for entry in outcome.bound_front:
            if entry["latency"] is None or latency <= entry["latency"]:
                assert cost >= entry["cost"]
    none = outcome.certificate["none_up_to"]
    assert none is None or all(latency > none["latency"] for latency, _ in plans)


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("slack", [0.8, 1.1, 1.6])
def test_bounds_hold_for_all_plans(linear: bool, slack: float) -> None:
    for seed in range(4):
        sizes = {"instances": 3, "machines": 2, "configurations": 3}
        instance = optgap.generate(
            "stage", seed, **sizes, slack=slack, linear=linear, column_order=linear
        )
        plans = all_plans(instance)
        outcome = optgap.solve(instance, "priced", options={"clusters": 2 if seed % 2 else 8})
        if not plans:
            assert not outcome.front
            continue
        holds(outcome, plans)
        for point in outcome.front or []:
            values = list(point.objectives.values())
            assert any(np.allclose(values, pair) for pair in plans)
        assert optgap.check(instance, outcome).certificate == "valid"


def test_a_bisection_of_latencies_sums_over_the_instances_once(monkeypatch) -> None:
    """It asks the small program; only the prices of the last limits are tried on all instances."""
    passes, bounds = list[int](), LeastCosts.bounds

    def count_passes(self, limits, prices, *, cost=True):
        passes.extend([len(limits)] * (not cost))
        return bounds(self, limits, prices, cost=cost)

    monkeypatch.setattr(LeastCosts, "bounds", count_passes)
    instance = optgap.generate("stage", 1, instances=400, machines=40, linear=True, groups=8)
    answer = price_front(instance, Run("minimize"), thresholds=2)
    assert len(passes) == 1 and passes[0] > 1
    fastest = optgap.solve(instance, "ipa-raa").front[0].objectives["latency"]
    assert 0.5 * fastest < answer.certificate["none_up_to"]["latency"] < fastest


def test_a_stage_beyond_any_memory_is_left_to_prices() -> None:
    small = optgap.generate("stage", 1, instances=40, machines=10, linear=True)
    assert _steps(small) == ("priced", "exact")
    large = optgap.generate("stage", 1, instances=200_000, machines=1_000, linear=True, groups=8)
    assert _steps(large) == ("fuxi", "priced")
    assert _steps(large.replaced(utilization=None)) == ("priced",)


def test_many_instances_have_a_plan_although_reading_used_the_limit() -> None:
    stage = optgap.generate("stage", 1, instances=2_000, machines=400, groups=4)
    outcome = optgap.solve(stage, time_limit=1e-3)
    assert (outcome.status, outcome.stopped) == ("feasible", "time_limit")
    assert outcome.details["methods"] == ["fuxi"]


def test_fast_machines_keep_room_for_the_rest_of_a_rounding() -> None:
    """If the linear program fills them, the fastest plan is 35% slower than the excluded ones."""
    stage = optgap.generate("stage", 3, instances=300, machines=40, groups=5, linear=True)
    assert optgap.solve(stage, "priced").epsilon < 0.1


@pytest.mark.parametrize("seed", range(4))
def test_instances_that_can_use_the_same_machines_are_found(seed: int) -> None:
    """Of the first 6 instances, which run on machine 0 only, machine 0 holds 5."""
    rng = np.random.default_rng(seed)
    latency = np.full((9, 1, 12), np.nan)
    latency[:6, 0, 0] = 1.0
    latency[6:, 0, 3:] = rng.random((3, 9)) + 1
    order = rng.permutation(9)
    stage = Stage(
        name="alike",
        configurations=[[1.0]],
        weights=[1.0],
        latency=latency[order],
        available=np.full((12, 1), 5.0),
    )
    outcome = optgap.solve(stage, "priced")
    assert outcome.status == "infeasible" and outcome.bound_kind == "certified"
    assert sorted(order[outcome.certificate["instances"]].tolist()) == list(range(6))


def test_the_whole_front_of_the_worked_example_is_proven() -> None:
    """Machine 0 has room for one raised instance: only the row in units of 2 proves 48."""
    outcome = optgap.solve("stage/two-machines", "priced")
    assert [tuple(p.objectives.values()) for p in outcome.front] == [(6, 48), (8, 40), (10, 36)]
    assert [entry["latency"] for entry in outcome.bound_front] == [7, 9, None]
    assert [entry["cost"] for entry in outcome.bound_front] == pytest.approx([48, 40, 36])
    assert outcome.hypervolume == pytest.approx((26.08, 26.08))
    assert outcome.epsilon < 1e-12
    assert [0, 2.0] in outcome.certificate["rows"]


def test_places_have_a_price() -> None:
    """Two machines of one place each: neither instance can share the fast one."""
    instance = Stage(
        name="places",
        configurations=[[1.0]],
        weights=[1.0],
        latency=[[[1, 5]], [[1, 5]]],
        available=[[9.0], [9.0]],
        max_per_machine=1,
    )
    outcome = optgap.solve(instance, "priced")
    assert [tuple(p.objectives.values()) for p in outcome.front] == [(5, 6)]
    assert outcome.hypervolume[1] == pytest.approx(outcome.hypervolume[0])


def compact(**changes) -> Stage:
    terms = {"work": [[8, 5], [16, 10], [12, 7]], "per_work": [1.0, 1.5], "fixed": [1.0, 0.5]}
    fields = {
        "name": "compact",
        "configurations": [[1.0], [2.0]],
        "weights": [2.0],
        "latency": {"linear": terms},
        "available": [[4.0], [3.0]],
    }
    return Stage(**{**fields, **changes})


def test_the_compact_form_is_the_table_it_stands_for() -> None:
    short = compact()
    assert isinstance(short.latency, WorkLatency)
    table = compact(latency=short.dense_latency())
    for method in ("exact", "ipa-raa", "ipa-raa-general", "priced"):
        fronts = [optgap.solve(each, method).front for each in (short, table)]
        first, second = ([p.objectives for p in front] for front in fronts)
        assert first == second, method
    assert short.largest_latency == table.largest_latency == 24.5


def test_machines_that_differ_are_grouped_and_bounds_still_hold() -> None:
    """More kinds of machines than groups: the latencies of a group are its extremes."""
    rng = np.random.default_rng(3)
    terms = WorkTerms(
        work=rng.uniform(5, 20, (150, 4)),
        per_work=rng.uniform(0.5, 2, 80),
        fixed=rng.uniform(0, 3, 80),
    )
    instance = Stage(
        name="kinds",
        configurations=[[1.0], [2.0], [3.0], [4.0]],
        weights=[1.0],
        latency=WorkLatency(linear=terms),
        available=np.full((80, 1), 5.0),
    )
    outcome = optgap.solve(instance, "priced", options={"thresholds": 8})
    assert outcome.details["machine_groups"] == 64
    assert outcome.bound_kind == "certified"
    assert outcome.hypervolume[0] <= outcome.hypervolume[1]


def test_a_stopped_run_keeps_its_bounds() -> None:
    """The bound on all plans comes first; what was not reached is missing, nothing else."""
    instance = optgap.generate("stage", 2, instances=30, machines=6)
    run = Run("minimize", time_limit=1e9)
    run.listener = lambda run: setattr(run, "time_limit", 0.0) if len(run.front) > 3 else None
    answer = price_front(instance, run)
    assert answer.stopped == "time_limit"
    assert answer.bound_front[-1]["latency"] is None
    assert 0 < len(answer.front) <= 5


def test_no_plan_at_all() -> None:
    assert optgap.solve("stage/infeasible", "priced").status == "infeasible"
    bins = optgap.solve("stage/infeasible-bins", "priced")
    assert bins.status == "unknown"
