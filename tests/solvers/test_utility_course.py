"""utility_course against enumeration, worked examples, theorems and forged certificates."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from enumeration import least
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.instances.utility_course import (
    CourseJob,
    MiniBatch,
    UtilityCourse,
    errors_of,
    generate,
    jobs_of,
    value_of,
)
from optgap.solvers.utility_course import bound_of_prices
from optgap.validation.judge import utility_course as epoch_prices
from optgap.validation.judge.utility_course import ExactJob

check = optgap.problem_named("utility_course").judge
check_certificate = optgap.problem_named("utility_course").check_certificate

HEURISTICS = ("myopic", "myopic-exact", "srpt", "weighted-fair", "fair")


def small(seed: int, objective: str, **changes) -> UtilityCourse:
    """Two jobs on two cores for four epochs, with integers."""
    rng = np.random.default_rng(seed)
    jobs = []
    for name in "AB":
        count = int(rng.integers(1, 4))
        error = np.sort(rng.integers(0, 20, count + 1))[::-1].astype(float)
        error[0] = max(error[0], 1.0)
        jobs.append(
            CourseJob(
                name=name,
                arrives=int(rng.integers(0, 2)),
                weight=float(rng.integers(1, 4)),
                min_cores=changes.get("min_cores", 0),
                max_cores=int(rng.integers(1, 3)),
                error=error,
                batch=MiniBatch(
                    base=float(rng.integers(1, 4)),
                    growth=changes.get("growth", 0.0),
                    overhead=changes.get("overhead", 0.0),
                ),
            )
        )
    return UtilityCourse(
        name="small",
        cores=2,
        epoch=1.0,
        epochs=4,
        objective=objective,
        level=0.7,
        whole_batches=changes.get("whole_batches", False),
        jobs=tuple(jobs),
    )


def plans(instance: UtilityCourse) -> Iterator[dict[str, Any]]:
    """Yield every plan of two jobs with up to two cores each."""
    lists = list(itertools.product(range(3), repeat=instance.epochs))
    for one, other in itertools.product(lists, repeat=2):
        if all(a + b <= instance.cores for a, b in zip(one, other, strict=True)):
            yield {"cores": {"A": list(one), "B": list(other)}}


@pytest.mark.parametrize("objective", ["mean-loss", "time-to"])
@pytest.mark.parametrize(
    "changes",
    [{}, {"growth": 1.0}, {"overhead": 0.5}, {"min_cores": 1}, {"whole_batches": True}],
    ids=["plain", "growth", "overhead", "least", "whole"],
)
def test_exact_equals_enumeration(objective: str, changes: dict) -> None:
    for seed in range(2):
        instance = small(seed, objective, **changes)
        outcome = optgap.solve(instance)
        expected = least(check, instance, plans(instance))
        if expected is None:
            assert outcome.status == "infeasible"
            continue
        assert outcome.objective == pytest.approx(expected, abs=1e-9)
        assert outcome.status == "optimal"
        for method in HEURISTICS:
            found = optgap.solve(instance, method)
            if found.objective is not None:
                assert found.objective >= expected - 1e-9
            if found.bound is not None:
                assert found.bound <= expected + 1e-9


def test_deciding_epoch_by_epoch_costs_30_to_21() -> None:
    """The fall of 10 to 5 now hides that B falls by 12 in all."""
    share = 6  # two jobs, three epochs
    assert optgap.solve("utility_course/myopia", "myopic").objective * share == pytest.approx(30)
    best = optgap.solve("utility_course/myopia")
    assert best.objective * share == pytest.approx(21)
    assert best.bound_kind == "certified"
    assert optgap.solve("utility_course/myopia", "fair").objective * share == pytest.approx(21)
    price = {"kind": "epoch-prices", "price": [1.0, 0, 0]}  # 6 of a share of 1/6
    assert check_certificate(optgap.load("utility_course/myopia"), price, 3.5) == []


def test_least_cores_make_myopia_cost_60_to_59() -> None:
    assert optgap.solve("utility_course/least-cores").objective * 6 == pytest.approx(59)
    assert optgap.solve("utility_course/least-cores", "myopic").objective * 6 == pytest.approx(60)


def test_times_to_a_level_want_the_shortest_first() -> None:
    """Epochs 5 and 3 with Algorithm 5, 5 and 2 with the shortest first, proven by counting."""
    best = optgap.solve("utility_course/shortest-first", "srpt")
    assert (best.objective, best.status, best.certificate) == (3.5, "optimal", {"kind": "counting"})
    assert optgap.solve("utility_course/shortest-first", "myopic").objective == 4.0


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(0, 10_000))
def test_srpt_is_optimal_without_caps(seed: int) -> None:
    """Schrage: on one machine the shortest remaining time first ends most jobs at every moment."""
    instance = generate(
        seed, jobs=4, epochs=12, cores=3, batches=4, gap=1.0, epoch=8.0, objective="time-to"
    )
    srpt = optgap.solve(instance, "srpt")
    assert (srpt.status, srpt.bound_kind) == ("optimal", "certified")
    assert srpt.objective == pytest.approx(srpt.bound)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(0, 10_000))
def test_myopic_is_optimal_for_convex_errors_without_caps(seed: int) -> None:
    """With arrivals only, what can be reached is a polymatroid, and greedy optima are nested."""
    rng = np.random.default_rng(seed)
    jobs = tuple(
        CourseJob(
            name=f"q{q}",
            arrives=int(rng.integers(0, 3)),
            error=np.concatenate([np.sort(rng.integers(1, 9, 4)).cumsum()[::-1], [0]]) * 1.0,
            batch=MiniBatch(base=1.0),
        )
        for q in range(3)
    )
    instance = UtilityCourse(name="convex", cores=2, epoch=1.0, epochs=6, jobs=jobs)
    falls = [-np.diff(job.error) for job in jobs]
    assert all((np.diff(fall) <= 0).all() for fall in falls)
    myopic, exact = optgap.solve(instance, "myopic"), optgap.solve(instance)
    assert myopic.objective == pytest.approx(exact.objective)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from(["mean-loss", "time-to"]))
def test_the_compiled_course_is_that_of_the_checker(seed: int, objective: str) -> None:
    instance = generate(
        seed, jobs=3, epochs=10, cores=4, batches=6, overhead=0.3, objective=objective
    )
    rng = np.random.default_rng(seed)
    plan = rng.integers(0, 2, (3, 10)).astype(float)
    value = value_of(instance, errors_of(jobs_of(instance), instance.arrives, plan))
    verdict = check(instance, instance.decision(plan.astype(int)))
    assert verdict.objective == pytest.approx(value)


def test_progress_is_exact() -> None:
    """Three mini-batches of 2, 3 and 4 core seconds, each with 1/2 s of overhead, on 2 cores.

    They take 1.5, 2 and 2.5 seconds; without overhead the work decides.
    """
    batch = MiniBatch(base=1.0, growth=1.0, overhead=0.5)
    job = CourseJob(name="A", error=np.array([3.0, 2, 1, 0]), batch=batch)
    exact = ExactJob(UtilityCourse(name="one", cores=2, epoch=1.0, epochs=3, jobs=(job,)), job)
    assert exact.course([2, 2, 2]) == [Fraction(2, 3), Fraction(5, 4), Fraction(7, 4)]
    exact.overhead = Fraction(0)
    assert (exact.works, exact.course([2, 2, 0, 0.5, 9])) == (
        [0, 2, 5, 9],
        [1, Fraction(5, 3), Fraction(5, 3), Fraction(11, 6), 3],
    )


def test_a_level_between_two_batches_is_reached_on_the_way() -> None:
    """A fall of three quarters takes one batch of 3 s and seven eighths of the next one."""
    job = CourseJob(name="A", error=np.array([1.0, 0.6, 0.2]), batch=MiniBatch(base=3.0))
    whole = {"name": "x", "cores": 1, "epoch": 2.0, "epochs": 9, "level": 0.75, "jobs": (job,)}
    for changes, seconds in (
        ({}, 6),  # of whole cores for whole epochs
        ({"whole_cores": False}, Fraction(45, 8)),
        ({"whole_cores": False, "whole_batches": True}, 6),
    ):
        instance = UtilityCourse(**whole).model_copy(update=changes)
        assert epoch_prices._core_seconds(instance, ExactJob(instance, job)) == seconds


def test_counting_proves_what_due_dates_admit_and_no_more() -> None:
    shortest = optgap.load("utility_course/shortest-first")
    assert check_certificate(shortest, {"kind": "counting"}, 3.5) == []
    assert check_certificate(shortest, {"kind": "counting"}, 3.6)


def test_rules_are_named() -> None:
    instance = optgap.load("utility_course/myopia")

    def constraints(a: list, b: list) -> list[str]:
        return [v.constraint for v in check(instance, {"cores": {"A": a, "B": b}}).violations]

    assert constraints([1, 1, 1], [1, 1, 0]) == []
    assert constraints([2, 0, 0], [0, 0, 0]) == ["max_cores"]
    assert constraints([1, 1, 1], [2, 0, 0]) == ["cores"]
    assert constraints([0, 0, 0], [2, 1, 0]) == ["idle"]
    assert constraints([1, 1], [0, 0, 0]) == ["decision"]
    assert constraints([0.5, 1, 1], [0, 0, 0]) == ["decision"]
    shortest = optgap.load("utility_course/shortest-first")
    idle = {"cores": {"A": [0] * 8, "B": [0] * 8}}
    assert check(shortest, idle).details["never_reached"] == ["A", "B"]
    served = {"cores": {"A": [0] * 2 + [1] * 3 + [0] * 3, "B": [1] * 2 + [0] * 6}}
    assert check(shortest, served).details["never_reached"] == []
    least = optgap.load("utility_course/least-cores")
    verdict = check(least, {"cores": {"A": [0, 1, 1], "B": [3, 2, 2]}})
    assert "min_cores" in [v.constraint for v in verdict.violations]


def test_forged_certificates_are_refused() -> None:
    instance = optgap.load("utility_course/myopia")
    best = optgap.solve(instance)
    assert check_certificate(instance, best.certificate, best.bound) == []
    forged = [
        {"kind": "epoch-prices", "price": [0, 0, 0]},
        {"kind": "epoch-prices", "price": [6.0, 0]},
        {"kind": "epoch-prices", "price": [-1.0, 0, 0]},
        {"kind": "epoch-prices", "price": [float("nan"), 0, 0]},
        {"kind": "epoch-prices", "price": "none"},
        {"kind": "epoch-prices"},
        {"kind": "counting"},
        {"kind": "least-cores"},
    ]
    for certificate in forged:
        assert check_certificate(instance, certificate, best.bound), certificate
    assert check_certificate(instance, best.certificate, best.bound * 1.001)
    crowded = optgap.load("utility_course/too-many-least-cores")
    assert check_certificate(crowded, {"kind": "least-cores"}, None) == []


def test_prices_bound_times_to_a_level_over_whole_cores(monkeypatch) -> None:
    """Alone, and with all cores for nothing, A and B take 3 and 2 epochs: 2.5 on average."""
    instance = optgap.load("utility_course/shortest-first")
    free = {"kind": "epoch-prices", "price": [0.0] * instance.epochs}
    assert check_certificate(instance, free, 2.5) == []
    assert "it proves 2.5" in check_certificate(instance, free, 2.6)[0].message
    parts = instance.model_copy(update={"whole_cores": False})
    assert "proves nothing about fractions" in check_certificate(parts, free, 1.0)[0].message
    for table, few, work in (("MOST_STEPS", 10**9, 1), ("MOST_ADDITIVE", 0, 3 * 2 * 8)):
        monkeypatch.setattr(epoch_prices, "FEW_CHOICES", few)
        monkeypatch.setattr(epoch_prices, table, work - 1)
        (fault,) = check_certificate(instance, free, 1.0)
        assert "tables are too large" in fault.message
    monkeypatch.setattr(epoch_prices, "MOST_ADDITIVE", work)  # core epochs, choices, epochs
    assert check_certificate(instance, free, 2.5 * (1 - 1e-12)) == []


def test_growth_beside_overhead_is_left_to_other_methods() -> None:
    instance = small(1, "mean-loss", growth=1.0, overhead=0.5)
    with pytest.raises(optgap.InputError, match="growth: must be 0 in the exact model"):
        optgap.solve(instance, "exact")
    assert optgap.solve(instance, "myopic").status == "feasible"


@pytest.mark.parametrize("factor", [1e-9, 1.0, 1e6])
def test_a_level_that_an_error_just_meets_is_reached(factor: float) -> None:
    """0.1 of 1 is the decimal 0.1, whatever the unit of the errors."""
    instance = optgap.load("utility_course/shortest-first")
    jobs = tuple(
        job.model_copy(update={"error": np.array([float(f"{e * factor:.12g}") for e in job.error])})
        for job in instance.jobs
    )
    changed = instance.model_copy(update={"jobs": jobs})
    for method, mean in (("exact", 3.5), ("srpt", 3.5), ("myopic", 4.0)):
        assert optgap.solve(changed, method).objective == mean


@pytest.mark.parametrize("objective", ["mean-loss", "time-to"])
def test_one_job_without_any_error_is_done(objective: str) -> None:
    job = CourseJob(name="A", error=np.zeros(2), batch=MiniBatch(base=1.0))
    instance = UtilityCourse(
        name="zero", cores=1, epoch=1.0, epochs=1, objective=objective, jobs=(job,)
    )
    for method in ("exact", *HEURISTICS):
        outcome = optgap.solve(instance, method)
        assert outcome.status == "optimal", method
        assert outcome.objective == (0 if objective == "mean-loss" else 1)


def test_a_job_without_a_batch_has_an_equal_share() -> None:
    """Three jobs share 6 cores; after one epoch one of them has shown that it rests."""
    resting, falling = [1.0] * 6, [1.0, 0.5, 0.25, 0.12, 0.06, 0.03]
    jobs = [
        CourseJob(name=name, error=np.array(error), batch={"base": 2.0})
        for name, error in (("a", falling), ("b", resting), ("c", falling))
    ]
    instance = UtilityCourse(name="x", cores=6, epoch=1.0, epochs=3, jobs=tuple(jobs))
    cores = optgap.solve(instance, "myopic", options={"predict": True}).decision["cores"]
    assert [each[0] for each in cores.values()] == [2, 2, 2]
    assert cores["b"][1] == 0


@pytest.mark.parametrize("seed", range(4))
def test_predictions_cost_little_on_curves_of_a_family(seed: int) -> None:
    """Errors that fall by a factor are predicted from two of them; only the first is unknown."""
    instance = generate(seed, jobs=8, epochs=40, cores=16, gap=4.0)
    known = optgap.solve(instance, "myopic").objective
    predicted = optgap.solve(instance, "myopic", options={"predict": True}).objective
    fair = optgap.solve(instance, "fair").objective
    assert known <= predicted * (1 + 1e-9)
    assert predicted < fair


def test_a_floor_of_cores() -> None:
    """Every running job has the floor where there are enough cores for all, else an equal share."""
    instance = generate(3, jobs=6, epochs=20, cores=8, gap=0.5)
    for floor in (1, 2):
        outcome = optgap.solve(instance, "myopic", options={"min_cores": floor})
        cores = np.array(list(outcome.decision["cores"].values()))
        courses = [
            [Fraction(0), *ExactJob(instance, job).course(cores[q].tolist())[:-1]]
            for q, job in enumerate(instance.jobs)
        ]
        for t in range(instance.epochs):
            running = [
                q
                for q, job in enumerate(instance.jobs)
                if job.arrives <= t and courses[q][t] < job.batches
            ]
            share = min(floor, instance.cores // max(1, len(running)))
            assert all(cores[q, t] >= share for q in running)


@pytest.mark.parametrize("cores", [2, 3])
def test_a_sum_in_floating_point_loses_what_rounding_may_add(cores: int) -> None:
    """All numbers are halves of halves, so that nothing was rounded in truth."""
    job = CourseJob(name="A", error=np.array([1.0, 0.5, 0.25, 0.0]), batch=MiniBatch(base=1.0))
    instance = UtilityCourse(name="x", cores=cores, epoch=1.0, epochs=4, jobs=(job,))
    exact, price = ExactJob(instance, job), [0.0, 0.125, 0.25, 0.5]
    slow = epoch_prices._stepwise_course(instance, job, exact, price)
    quick = epoch_prices._additive_course(instance, job, exact, price)
    assert quick == slow * (1 - Fraction(2 * 4 + 16, 2**53))


@pytest.mark.parametrize("seed", range(12))
def test_both_tables_of_the_checker_agree(seed: int) -> None:
    """Over core epochs in floating point, and over progress in fractions."""
    rng = np.random.default_rng(seed)
    instance = generate(
        seed,
        jobs=2,
        epochs=6,
        cores=4,
        batches=4,
        min_cores=int(rng.integers(0, 2)),
        objective=["mean-loss", "time-to"][seed % 2],
    )
    price = rng.uniform(0, 0.05, 6).tolist()
    for job in instance.jobs:
        exact = ExactJob(instance, job)
        quick = epoch_prices._additive_course(instance, job, exact, price)
        slow = epoch_prices._stepwise_course(instance, job, exact, price)
        assert quick <= slow
        assert float(quick) == pytest.approx(float(slow), rel=1e-13)


@pytest.mark.parametrize("seed", range(12))
def test_the_cores_taken_at_prices_are_a_slope_of_the_bound(seed: int) -> None:
    """The bound is concave: no other prices prove more than the slope at the first ones says."""
    rng = np.random.default_rng(seed)
    instance = generate(
        seed, jobs=4, epochs=8, cores=6, objective=["mean-loss", "time-to"][seed % 2]
    )
    one, other = rng.uniform(0, 0.1, 8), rng.uniform(0, 0.1, 8)
    usage = np.zeros(8)
    first = bound_of_prices(instance, one, usage=usage)
    second = bound_of_prices(instance, other)
    assert first is not None
    assert second is not None
    assert second.value <= first.value + (usage - instance.cores) @ (other - one) + 1e-9


@pytest.mark.parametrize("seed", range(10))
def test_core_prices_rise_to_a_bound_below_the_optimum(seed: int) -> None:
    instance = generate(seed, jobs=5, epochs=8, cores=4, gap=0.5)
    best, found = optgap.solve(instance, "exact"), optgap.solve(instance, "core-prices")
    free = bound_of_prices(instance, np.zeros(8))
    assert best.status == "optimal"
    assert found.bound_kind == "certified"
    assert free.value < found.bound <= best.objective + 1e-9
    assert found.bound >= (1 - 1e-4) * best.objective
    assert check_certificate(instance, found.certificate, found.bound) == []


@pytest.mark.parametrize("method", ["exact", "core-prices"])
def test_no_certificate_is_larger_than_the_checker_reads(method: str) -> None:
    """A table over 60 million core epochs: few are used, but the checker counts all of them."""
    instance = generate(1, jobs=6, cores=1_000_000, epochs=60)
    outcome = optgap.solve(instance, method, time_limit=5)
    assert outcome.stopped != "error"
    assert bound_of_prices(instance, np.zeros(60)) is None
