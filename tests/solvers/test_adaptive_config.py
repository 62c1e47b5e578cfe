"""adaptive_config: both levels against brute force, worked examples, certificates, and tuning."""

import itertools
import math

import numpy as np
import pytest
from enumeration import least
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.files import document_of, instance_from_document
from optgap.core.run import Run
from optgap.instances.adaptive_config import AdaptiveConfig, generate
from optgap.instances.adaptive_config.curves import best_setting, even_containers, least_latency
from optgap.validation.judge.queue_config import grid

check = optgap.problem_named("adaptive_config").judge
check_certificate = optgap.problem_named("adaptive_config").check_certificate

SETTINGS = [{"q1": 0.3333, "q2": 0.6667}, {"q1": 0.6667, "q2": 0.3333}]
FIFO = {"q1": "fifo", "q2": "fifo"}


def plans(instance: AdaptiveConfig):
    """Every plan, enumerated without the methods' code."""
    choices = []
    for group, upper in zip(instance.groups, instance.upper.tolist(), strict=True):
        counts = range(group.lower, upper + 1)
        choices.append([{"containers": r, **s} for r in counts for s in grid(group)])
    for chosen in itertools.product(*choices):
        if sum(own["containers"] for own in chosen) <= instance.containers:
            yield {g.name: own for g, own in zip(instance.groups, chosen, strict=True)}


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from(["mean-job", "sum-of-means"]))
def test_exact_methods_equal_brute_force(seed: int, objective: str) -> None:
    instance = generate(
        seed, groups=2, jobs=3, containers=4, upper=3, scheduler="capacity", objective=objective
    )
    expected = least(check, instance, ({"groups": plan} for plan in plans(instance)))
    for method in ("exact", "dp", "lazy"):
        outcome = optgap.solve(instance, method)
        if expected is None:
            assert outcome.status == "infeasible"
        else:
            assert outcome.objective == pytest.approx(expected, rel=1e-9), method
            assert outcome.status == "optimal"


@pytest.mark.parametrize("objective", ["mean-job", "sum-of-means"])
def test_methods_agree_on_larger_clusters(objective: str) -> None:
    for seed in range(6):
        instance = generate(seed, objective=objective)
        values = {m: optgap.solve(instance, m) for m in ("exact", "dp", "lazy", "rrs-dp", "table2")}
        best = values["exact"].objective
        assert values["dp"].objective == pytest.approx(best)
        assert values["lazy"].objective == pytest.approx(best)
        assert values["lazy"].bound_kind == "certified"
        pairs = [len(values[m].certificate["simulated"]) for m in ("lazy", "dp")]
        assert pairs[0] <= pairs[1]
        for method in ("rrs-dp", "table2"):
            found = values[method].objective
            assert found is None or found >= best - 1e-9
            assert values[method].bound <= best + 1e-9


def test_eq_1_and_eq_3_want_different_plans() -> None:
    """Means 20 and 6 with (1, 2), 10 and 10 with (2, 1)."""
    per_job = optgap.solve("adaptive_config/two-groups")
    summed = optgap.solve("adaptive_config/two-groups-sum")
    assert per_job.objective == pytest.approx(8.8)
    assert per_job.details["group_means"] == {"g1": 20, "g2": 6}
    assert summed.objective == pytest.approx(20)
    assert summed.details["group_means"] == {"g1": 10, "g2": 10}
    assert summed.details["mean_of_jobs"] == pytest.approx(10)


def test_no_entry_is_below_its_bound() -> None:
    """(5), on 60 groups and all their numbers of containers."""
    for seed in range(20):
        instance = generate(seed)
        for group, upper in zip(instance.groups, instance.upper.tolist(), strict=True):
            for containers in range(1, upper + 1):
                found = best_setting(group, containers).latency
                assert found >= least_latency(group, containers) - 1e-9


def test_a_curve_may_rise() -> None:
    """No curve may end at its first rise."""
    group = optgap.generate("queue_config", 92, jobs=6, queues=1, scheduler="fair", mean_gap=5.0)
    means = [best_setting(group, r).latency / 6 for r in (2, 3)]
    assert means == pytest.approx([45.18, 46.10], abs=0.01)


def tuned(**changes) -> AdaptiveConfig:
    instance = optgap.load("adaptive_config/tuning")
    return instance.model_copy(update={"tuning": instance.tuning.model_copy(update=changes)})


@pytest.mark.parametrize(("interval", "mean"), [(1.0, 8.25), (2.0, 9.25), (4.0, 7.75), (8.0, 7.75)])
def test_a_shorter_interval_can_be_worse(interval: float, mean: float) -> None:
    assert optgap.solve(tuned(interval=interval), "adapt").objective == pytest.approx(mean)


def test_the_trigger_costs() -> None:
    """Searching only after arrivals misses that a job has ended."""
    always = optgap.solve(tuned(trigger="always"), "adapt").objective
    assert always < optgap.solve(tuned(), "adapt").objective


def test_hindsight_equals_brute_force_over_sequences() -> None:
    """No sequence is better than 7.75: three containers are busy with three jobs from 5 on."""
    instance = tuned()
    values = []
    for sequence in itertools.product(SETTINGS, repeat=9):
        steps = [
            {"at": 2.0 * k, "groups": {"g1": {"containers": 3, "shares": s, "policies": FIFO}}}
            for k, s in enumerate(sequence)
        ]
        values.append(check(instance, {"settings": steps}).objective)
    outcome = optgap.solve(instance, "hindsight")
    assert outcome.status == "optimal"
    assert outcome.objective == min(values) == pytest.approx(7.75)
    assert [values[0], values[-1]] == pytest.approx([9.5, 9.0])


def test_a_group_that_shrinks_keeps_its_containers() -> None:
    """All groups together never hold more than the cluster has."""
    one = {"scheduler": "fair", "queues": [{"name": "q"}], "shares": [1.0]}
    job = {"queue": "q", "max_containers": 4}
    document = {
        "name": "shrink",
        "containers": 4,
        "groups": [
            {"name": "g1", **one, "upper": 4, "jobs": [{"name": "a", **job, "tasks": [8.0] * 4}]},
            {
                "name": "g2",
                **one,
                "upper": 4,
                "jobs": [{"name": "b", **job, "tasks": [2.0] * 4, "submitted": 1.0}],
            },
        ],
        "tuning": {"interval": 2.0},
    }
    instance = AdaptiveConfig.model_validate(document)
    setting = {"shares": {"q": 1.0}, "policies": {"q": "fifo"}}
    steps = [
        {
            "at": 0,
            "groups": {"g1": {"containers": 3, **setting}, "g2": {"containers": 1, **setting}},
        },
        {
            "at": 2,
            "groups": {"g1": {"containers": 1, **setting}, "g2": {"containers": 3, **setting}},
        },
    ]
    # g1 holds 3 containers until 16, so that b keeps the one that it has: 1 + 4 tasks of 2 s
    assert check(instance, {"settings": steps}).details["group_means"] == {"g1": 16.0, "g2": 8.0}


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 10_000))
def test_the_course_of_methods_is_that_of_the_checker(seed: int) -> None:
    """Two simulations of tuning, written separately."""
    instance = generate(seed, groups=2, jobs=4, containers=6, upper=5, interval=6.0)
    run = Run("minimize")
    answer = optgap.problem_named("adaptive_config").run_method("adapt", instance, run)
    if answer.decision is not None:
        verdict = check(instance, answer.decision)
        assert verdict.objective == pytest.approx(run.objective)
        assert answer.bound <= verdict.objective + 1e-9


def test_forged_certificates_are_refused() -> None:
    instance = optgap.load("adaptive_config/two-groups")
    outcome = optgap.solve(instance, "lazy")
    good = outcome.certificate
    assert check_certificate(instance, good, outcome.bound) == []
    forged = [
        {**good, "simulated": []},
        {**good, "simulated": [["g3", 1]]},
        {**good, "simulated": [["g1", 1.5]]},
        {**good, "simulated": "all"},
        {**good, "price": math.nan},
        {**good, "price": 1e6},
        {"kind": "alone"},
        {"kind": "lower-bounds"},
        {"kind": "grid"},
    ]
    for certificate in forged:
        assert check_certificate(instance, certificate, outcome.bound), certificate
    assert check_certificate(instance, good, outcome.bound * 1.01)


def test_a_plan_that_breaks_rules_is_refused_with_their_names() -> None:
    instance = optgap.load("adaptive_config/two-groups")
    setting = {"shares": {"q": 1.0}, "policies": {"q": "fifo"}}

    def constraints(**changes) -> list[str]:
        plan = {"g1": {"containers": 1, **setting}, "g2": {"containers": 2, **setting}}
        plan["g2"] |= changes
        return [each.constraint for each in check(instance, {"groups": plan}).violations]

    assert constraints() == []
    assert constraints(containers=3) == ["containers"]
    assert constraints(containers=5) == ["upper", "containers"]
    assert constraints(containers=0) == ["lower"]
    assert constraints(shares={"q": 0.5}) == ["grid", "sum"]
    assert constraints(policies={"q": "fair"}) == ["policy"]
    assert constraints(containers=1.5) == ["decision"]
    moments = check(tuned(), {"settings": [{"at": 1.0, "groups": {}}]}).violations
    assert "must be 0" in moments[0].message


def test_dp_simulates_every_pair_and_lazy_only_some(monkeypatch) -> None:
    instance = generate(1, groups=6, jobs=6, containers=20, upper=None)
    every = optgap.solve(instance, "dp").details["simulated_pairs"]
    some = optgap.solve(instance, "lazy").details["simulated_pairs"]
    assert every == int((instance.upper - instance.lower + 1).sum())
    assert some < every
    monkeypatch.setattr("optgap.solvers.adaptive_config.MOST_WORK", 1)
    assert optgap.problem_named("adaptive_config").steps(instance) == ("static-fifo", "lazy")


def test_infinite_entries_are_no_plans() -> None:
    """A queue with jobs and no container: no setting lets all jobs run."""
    instance = AdaptiveConfig.model_validate(
        {
            "name": "starved",
            "containers": 1,
            "groups": [
                {
                    "name": "g",
                    "scheduler": "capacity",
                    "queues": [{"name": "q1"}, {"name": "q2"}],
                    "shares": [0.5],
                    "jobs": [
                        {"name": "a", "queue": "q1", "tasks": np.ones(2), "max_containers": 1},
                        {"name": "b", "queue": "q2", "tasks": np.ones(2), "max_containers": 1},
                    ],
                }
            ],
        }
    )
    for method in ("exact", "dp", "lazy"):
        assert optgap.solve(instance, method).status == "infeasible"


def test_a_start_beyond_the_use_of_a_group_is_refused() -> None:
    """A group whose jobs can use five containers together cannot start with eight."""
    document = document_of(optgap.load("adaptive_config/tuning")) | {"containers": 8}
    group = {k: v for k, v in document["groups"][0].items() if k != "upper"} | {"lower": 1}
    document["groups"] = [group]
    document["tuning"]["start"]["g1"]["containers"] = 8
    with pytest.raises(optgap.InputError, match="must be from 1 to 5"):
        instance_from_document(document, AdaptiveConfig, "document")


@pytest.mark.parametrize("factor", [1e-12, 1e9])
def test_the_unit_of_time_changes_no_course(factor: float) -> None:
    """What counts as equal latencies is relative."""
    document = document_of(tuned())
    document["tuning"]["interval"] *= factor
    for job in document["groups"][0]["jobs"]:
        job["submitted"] *= factor
        job["tasks"] = [task * factor for task in job["tasks"]]
    instance = instance_from_document(document, AdaptiveConfig, "document")
    for method, mean in (("adapt", 9.25), ("hindsight", 7.75)):
        assert optgap.solve(instance, method).objective == pytest.approx(mean * factor)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_static_containers_cover_the_queues(seed: int) -> None:
    """By task seconds alone a group would get fewer containers than it has queues with jobs."""
    instance = generate(seed, groups=20, jobs=6, containers=60, upper=None)
    work = np.array([sum(float(job.tasks.sum()) for job in g.jobs) for g in instance.groups])
    queues = np.array([len({job.queue for job in group.jobs}) for group in instance.groups])
    assert (even_containers(instance, work) < queues).any()
    counts = even_containers(instance, work, queues)
    assert (counts >= queues).all() and counts.sum() == instance.containers
    assert optgap.solve(instance, "static-fifo").status == "feasible"
