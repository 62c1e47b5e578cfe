"""Clusters, plan A, plan B, Fuxi and the replay on stages with rows, groups and watermarks."""

import itertools

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.run import Run
from optgap.heuristics.stage import fix_placement, ipa_placement, replay
from optgap.heuristics.stage.two_steps import density_scan, deviations, fast_mci
from optgap.instances.stage import Noise, Stage

check = optgap.problem_named("stage").judge


def stage(seed: int = 1, **changes) -> Stage:
    sizes = {"instances": 40, "machines": 12, "configurations": 5, "groups": 3, "slack": 1.4}
    return optgap.generate("stage", seed, **{**sizes, "linear": True, "noise": 0.1, **changes})


def points(outcome) -> np.ndarray:
    return np.array([list(point.objectives.values()) for point in outcome.front])


CLUSTERED = [
    ("ipa-raa", {"clusters": "fast-mci"}),
    ("ipa-raa", {"clusters": "dbscan"}),
    ("plan-a", {}),
    ("plan-b", {}),
    ("fuxi", {}),
]


@pytest.mark.parametrize(("method", "options"), CLUSTERED)
@pytest.mark.parametrize("linear", [True, False])
def test_points_are_plans_within_certified_bounds(method: str, options: dict, linear: bool) -> None:
    """Every point is accepted by the judge, and lies above what prices prove."""
    instance = stage(linear=linear)
    outcome = optgap.solve(instance, method, options=options)
    assert outcome.stopped == "complete"
    found = points(outcome)
    for entry in optgap.solve(instance, "priced").bound_front:
        limit = np.inf if entry["latency"] is None else entry["latency"]
        assert (found[found[:, 0] <= limit][:, 1] >= entry["cost"]).all()


def test_clusters_keep_most_of_the_front() -> None:
    """Eight clusters stand for 2,000 instances: a hundredth of the points, most of the volume."""
    instance = stage(2, instances=2000, machines=150, configurations=8, groups=10)
    whole = optgap.solve(instance, "ipa-raa")
    few = optgap.solve(instance, "ipa-raa", options={"clusters": "fast-mci"})
    assert few.details["clusters"] == 8
    assert len(few.front) < len(whole.front) / 4
    from optgap.core.fronts import reference_point
    from optgap.validation.running.compare import measures

    point = reference_point([points(whole)])
    measured = measures(points(few), points(whole), point, ("latency", "cost"))
    assert measured.hypervolume_ratio > 0.8


def test_a_pair_has_one_cluster_and_one_group() -> None:
    instance = stage()
    machine = ipa_placement(instance, Run("minimize"), clustered=True)
    groups = fast_mci(instance, fix_placement(instance, machine))
    for label in range(len(groups.size)):
        members = np.flatnonzero(groups.label == label)
        assert len(set(instance.machine_group[machine[members]].tolist())) == 1
        assert groups.representative[label] in members
        most = instance.input_rows[members].max()
        assert instance.input_rows[groups.representative[label]] == most


def test_plan_b_is_the_best_with_one_configuration_per_pair() -> None:
    """By listing all choices of configurations for the pairs."""
    for seed in range(4):
        instance = stage(seed, instances=8, machines=4, configurations=3, groups=2)
        outcome = optgap.solve(instance, "plan-b", options={"thresholds": 1000})
        machine = ipa_placement(instance, Run("minimize"), clustered=True)
        label = fast_mci(instance, fix_placement(instance, machine)).label
        found = []
        for chosen in itertools.product(range(3), repeat=int(label.max()) + 1):
            used = np.array(chosen)[label].tolist()
            verdict = check(instance, {"machine": machine.tolist(), "configuration": used})
            if verdict.feasible:
                found.append(list(verdict.objectives.values()))
        from optgap.core.fronts import nondominated

        best = np.array(found)[nondominated(np.array(found))]
        assert np.allclose(points(outcome), best, rtol=1e-3)


@pytest.mark.parametrize(
    ("method", "options", "field"),
    [
        ("ipa-raa", {"clusters": "fast-mci"}, "input_rows"),
        ("plan-a", {}, "input_rows"),
        ("plan-b", {}, "input_rows"),
        ("fuxi", {}, "utilization"),
    ],
)
def test_what_is_missing_is_named(method: str, options: dict, field: str) -> None:
    with pytest.raises(InputError, match=f"{field}: required key is missing"):
        optgap.solve("stage/stage-12x6x5", method, options=options)


def test_unknown_clusters_are_refused() -> None:
    with pytest.raises(InputError, match="clusters"):
        optgap.solve("stage/stage-12x6x5", "ipa-raa", options={"clusters": "k-means"})


def by_definition(points: np.ndarray, eps: float, least: int) -> tuple[set, set]:
    """Return the connected sets of core points, and the noise points."""
    close = np.linalg.norm(points[:, None] - points[None], axis=2) <= eps
    core = close.sum(axis=1) >= least
    reach = close & core[:, None] & core[None, :] | np.eye(len(points), dtype=bool)
    for _ in range(len(points)):
        reach = reach @ reach
    sets = {frozenset(np.flatnonzero(reach[i]).tolist()) for i in np.flatnonzero(core)}
    noise = set(np.flatnonzero(~core & ~(close & core[None, :]).any(axis=1)).tolist())
    return sets, noise


def test_density_scan_by_its_definition() -> None:
    rng = np.random.default_rng(0)
    for _ in range(10):
        cloud = np.round(rng.normal(size=(60, 2)), 2)
        label = density_scan(cloud, 0.35, 4)
        sets, noise = by_definition(cloud, 0.35, 4)
        for each in sets:
            assert len(set(label[list(each)].tolist())) == 1
        assert len({label[min(each)] for each in sets}) == len(sets)
        for i in noise:
            assert (label == label[i]).sum() == 1


def test_fuxi_goes_by_utilization() -> None:
    instance = stage()
    outcome = optgap.solve(instance, "fuxi")
    assert len(outcome.front) == 1
    used = set(outcome.front[0].decision["machine"])
    order = np.argsort(instance.utilization, kind="stable").tolist()
    assert used == set(order[: len(used)])
    assert set(outcome.front[0].decision["configuration"]) == {instance.default_configuration}


def test_a_replay_draws_the_same_for_every_plan() -> None:
    instance = stage()
    decision = optgap.solve(instance, "fuxi").front[0].decision
    first, again, other = (replay(instance, decision, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    predicted = check(instance, decision).objectives
    still = instance.model_copy(update={"noise": Noise(bias=0.5, sigma=0.0)})
    moved = replay(still, decision, 1)
    assert moved.latency == pytest.approx(1.5 * predicted["latency"])
    assert moved.cost == pytest.approx(1.5 * predicted["cost"])
    with pytest.raises(InputError, match="noise"):
        replay(instance.model_copy(update={"noise": None}), decision, 1)


@pytest.mark.parametrize(("count", "mean"), [(35, 2.05), (505, 2.76), (6716, 2.97)])
def test_many_equal_instances_end_late(count: int, mean: float) -> None:
    """The slowest of m equal instances: the more there are, the nearer to three deviations."""
    drawn = [deviations(count, seed).max() for seed in range(300)]
    assert np.mean(drawn) == pytest.approx(mean, abs=0.05)
    assert max(drawn) <= 3
