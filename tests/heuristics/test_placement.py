"""IPA against Algorithm 1 in plain numpy and the exact optimum; clustered IPA; Fuxi."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import gaussian_kde

from optgap.core.outcome import Answer
from optgap.core.run import Run
from optgap.heuristics.placement import fuxi, ipa, ipa_clustered
from optgap.heuristics.placement.clusters import density_clusters, silverman_bandwidth
from optgap.instances.placement import LinearLatency, Placement, column_ordered
from optgap.solvers.placement import bottleneck

FIG_6 = {"latency": [[8, 12, 10], [16, 24, 20]], "capacity": [1, 1, 1]}


def placement(latency: Any, capacity: Any, **more: Any) -> Placement:
    return Placement(name="test", latency=latency, capacity=np.asarray(capacity), **more)


def minimize(**limits: Any) -> Run:
    return Run("minimize", **limits)


def value_of(instance: Placement, answer: Answer) -> float:
    """Return the maximum latency of a decision that keeps all capacities."""
    assert answer.decision is not None
    machine = np.array(answer.decision["machine"])
    assert (np.bincount(machine, minlength=instance.machines) <= instance.beta).all()
    assert not np.isnan(instance.latency_of(machine)).any()
    return float(instance.latency_of(machine).max())


def optimum(instance: Placement) -> float:
    return value_of(instance, bottleneck(instance, minimize()))


def ipa_plain(instance: Placement) -> list[int] | None:
    """Algorithm 1 in plain numpy; equal BPLs go to the row that is larger over all columns."""
    latency, room = instance.dense_latency().copy(), instance.beta.copy()
    latency[np.isnan(latency)] = np.inf
    precedence = np.lexsort((-latency).T[::-1]).tolist()
    machine = [-1] * instance.instances
    while precedence:
        latency[:, room == 0] = np.inf
        bpl = latency[precedence].min(axis=1)
        i = precedence.pop(int(np.argmax(bpl)))
        if bpl.max() == np.inf:
            return None
        machine[i] = int(np.argmin(latency[i]))
        room[machine[i]] -= 1
    return machine


def random_instance(rng: np.random.Generator) -> Placement:
    m, n = rng.integers(1, 9), rng.integers(1, 7)
    latency = rng.integers(1, rng.choice([4, 9, 99]), size=(m, n)).astype(float)
    latency[rng.random((m, n)) < rng.choice([0, 0.25])] = np.nan
    return placement(latency, rng.integers(0, 4, size=n))


@st.composite
def column_ordered_instances(draw: st.DrawFn) -> Placement:
    """Integer latencies with many ties; the largest rows cannot run everywhere."""
    m, n = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    steps = rng.integers(0, draw(st.integers(2, 4)), size=(m, n))
    latency = (np.cumsum(steps, axis=0) + rng.integers(1, 5, size=n)).astype(float)
    for j in np.flatnonzero(rng.random(n) < 0.3):
        latency[rng.integers(0, m + 1) :, j] = np.nan
    capacity = rng.integers(0, 4, size=n)
    return placement(latency[rng.permutation(m)], capacity)


def test_figure_6() -> None:
    instance = placement(**FIG_6, utilization=[0.4, 0.6, 0.8])
    assert fuxi(instance, minimize()).decision == {"machine": [0, 1]}
    assert value_of(instance, fuxi(instance, minimize())) == 24
    assert ipa(instance, minimize()).decision == {"machine": [2, 0]}
    assert value_of(instance, ipa(instance, minimize())) == 16 == optimum(instance)


@pytest.mark.parametrize("seed", range(3))
def test_ipa_is_algorithm_1(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(150):
        instance = random_instance(rng)
        answer, plain = ipa(instance, minimize()), ipa_plain(instance)
        assert (None if answer.decision is None else answer.decision["machine"]) == plain


def shared_preference(rng: np.random.Generator, kind: str, m: int, n: int) -> np.ndarray:
    if kind == "uniform":
        return rng.uniform(1, 2, (m, n))
    if kind == "ties":
        return rng.integers(1, 9, (m, n)).astype(float)
    latency = rng.uniform(1, 9, n) * np.ones((m, 1))
    if kind != "alike":
        latency *= rng.uniform(1, 9, (m, 1))
    return latency if kind == "ordered" else latency * rng.uniform(0.95, 1.05, (m, n))


@pytest.mark.parametrize("shape", [(260, 260, 1), (420, 70, 6), (120, 300, 1)])
@pytest.mark.parametrize("kind", ["uniform", "ties", "ordered", "alike", "nearly ordered"])
def test_ipa_is_algorithm_1_at_medium_size(kind: str, shape: tuple[int, int, int]) -> None:
    """Large enough for short lists to run out and for blocks of rows to be passed over."""
    m, n, room = shape
    rng = np.random.default_rng(m)
    instance = placement(shared_preference(rng, kind, m, n), np.full(n, room))
    answer = ipa(instance, minimize())
    assert answer.decision is not None
    assert answer.decision["machine"] == ipa_plain(instance)


@settings(deadline=None, max_examples=300)
@given(column_ordered_instances())
def test_theorem_5_1_holds_with_ties(instance: Placement) -> None:
    """Under the column-order assumption IPA with the tie rule is optimal, capacities included."""
    assert column_ordered(instance)
    answer, exact = ipa(instance, minimize()), bottleneck(instance, minimize())
    assert (answer.decision is None) == exact.infeasible
    if answer.decision is not None:
        assert value_of(instance, answer) == exact.bound


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 2**32 - 1))
def test_every_heuristic_is_feasible_and_no_better_than_the_optimum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plain = random_instance(rng)
    instance = placement(
        plain.latency,
        plain.beta,
        input_rows=rng.integers(1, 4, plain.instances) * 10.0,
        machine_group=rng.integers(0, 3, plain.machines),
        utilization=rng.random(plain.machines),
    )
    exact = bottleneck(instance, minimize())
    for method in (ipa, ipa_clustered, fuxi):
        answer = method(instance, minimize())
        assert exact.infeasible or not answer.infeasible
        if answer.decision is not None:
            assert value_of(instance, answer) >= exact.bound
        else:
            assert answer.message is not None


def test_first_bpl_is_a_bound_with_its_proof() -> None:
    rng = np.random.default_rng(9)
    for _ in range(100):
        instance = random_instance(rng)
        answer = ipa(instance, minimize())
        if answer.bound is None:
            continue
        assert answer.bound_kind == "certified"
        assert answer.certificate is not None
        [slowest] = answer.certificate["instances"]
        latency = np.nan_to_num(instance.dense_latency(), nan=np.inf)[:, instance.beta > 0]
        assert answer.bound == latency[slowest].min() == latency.min(axis=1).max()


@pytest.mark.parametrize("far", [100, 10_000])
def test_without_column_order_ipa_can_be_arbitrarily_far_off(far: float) -> None:
    """Instance 0 has the larger BPL and takes the only machine where instance 1 is fast."""
    instance = placement([[2, 3], [1, far]], [1, 1])
    assert not column_ordered(instance)
    assert value_of(instance, ipa(instance, minimize())) == far
    assert optimum(instance) == 3


def test_a_heuristic_that_fails_proves_nothing() -> None:
    instance = placement([[2, 3], [1, None]], [1, 1])
    answer = ipa(instance, minimize())
    assert (answer.decision, answer.infeasible) == (None, False)
    expected = "found no machine with room for instance 1 (1 of 2 instances are not placed)"
    assert answer.message == expected
    assert optimum(instance) == 3


@pytest.mark.parametrize("method", [ipa, ipa_clustered, fuxi])
def test_too_little_room_is_proven(method: Any) -> None:
    answer = method(placement(np.ones((3, 2)), [1, 1]), minimize())
    assert answer.infeasible
    assert answer.certificate == {"kind": "hall", "threshold": None, "instances": [0, 1, 2]}
    assert answer.message == "all machines together have room for 2 of 3 instances"


@pytest.mark.parametrize("method", [ipa, ipa_clustered, fuxi])
def test_no_time_claims_nothing(method: Any) -> None:
    answer = method(placement(**FIG_6), minimize(time_limit=0.0))
    assert (answer.decision, answer.bound, answer.stopped) == (None, None, "time_limit")


@pytest.mark.parametrize("method", [ipa, ipa_clustered, fuxi])
def test_every_seed_gives_the_same_decision(method: Any) -> None:
    rng = np.random.default_rng(0)
    rows = rng.lognormal(10, 1, 300)
    latency = rows[:, None] * rng.uniform(1, 9, 90) * rng.uniform(0.9, 1.1, (300, 90))
    instance = placement(latency, np.full(90, 4), input_rows=rows)
    first = method(instance, minimize(seed=1))
    assert first == method(instance, minimize(seed=1))
    assert first == method(instance, minimize(seed=2, threads=1))


def linear_instance(seed: int, m: int, n: int, room: int) -> Placement:
    rng = np.random.default_rng(seed)
    terms = {
        "rows": np.ceil(rng.lognormal(3, 1, m)),
        "per_row": rng.integers(0, 30, n) * 0.1,
        "fixed": rng.integers(1, 60, n) * 0.1,
    }
    return placement({"linear": terms}, np.full(n, room))


@pytest.mark.parametrize("seed", range(20))
def test_linear_form_equals_the_matrix(seed: int) -> None:
    linear = linear_instance(seed, 50, 20, 3)
    dense = placement(linear.dense_latency(), linear.beta)
    assert value_of(linear, ipa(linear, minimize())) == optimum(linear) == optimum(dense)
    assert value_of(dense, ipa(dense, minimize())) == optimum(dense)
    assert fuxi(linear, minimize()) == fuxi(dense, minimize())
    singletons = ipa_clustered(linear, minimize(), bandwidth=0.0)
    assert value_of(linear, singletons) == optimum(linear)


def test_linear_form_is_never_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = linear_instance(0, 20_000, 3_000, 8)
    monkeypatch.setattr(LinearLatency, "block", None)
    best = optimum(instance)
    for method in (ipa, ipa_clustered, fuxi):
        assert value_of(instance, method(instance, minimize())) >= best


def test_a_stored_fortran_matrix_gives_the_same_answer() -> None:
    latency = np.random.default_rng(3).uniform(1, 2, (40, 30))
    turned = placement(np.asfortranarray(latency), np.full(30, 2))
    assert ipa(turned, minimize()) == ipa(placement(latency, np.full(30, 2)), minimize())


def test_clustered_ipa_of_singletons_is_ipa() -> None:
    rng = np.random.default_rng(7)
    for _ in range(60):
        m, n = rng.integers(1, 30), rng.integers(1, 20)
        latency = rng.permutation(m * n).reshape(m, n) + 1.0
        instance = placement(latency, rng.integers(1, 4, size=n))
        if instance.beta.sum() >= m:
            clustered = ipa_clustered(instance, minimize())
            assert clustered.decision == ipa(instance, minimize()).decision
            assert clustered.details == {"instance_clusters": m, "machine_groups": n}


def test_clusters_send_instances_with_more_rows_first_to_machines_in_order() -> None:
    """Two clusters, two groups: the large instances get the fast group, the larger one first."""
    rows = np.array([10.0, 1000.0, 11.0, 1010.0, 12.0])
    latency = rows[:, None] * np.array([5.0, 1.0, 5.0, 1.0])
    instance = placement(latency, [2, 1, 2, 1], input_rows=rows, machine_group=[4, 3, 4, 3])
    answer = ipa_clustered(instance, minimize(), bandwidth=50.0)
    assert answer.details == {"instance_clusters": 2, "machine_groups": 2}
    assert answer.decision == {"machine": [2, 3, 0, 1, 0]}


def test_identical_columns_are_one_group() -> None:
    latency = np.array([[4.0, 2, 4, 2], [6, 3, 6, 3], [np.nan, 5, np.nan, 5]])
    answer = ipa_clustered(placement(latency, [1, 1, 1, 1]), minimize())
    assert answer.details["machine_groups"] == 2
    terms = {"rows": [1.0, 2.0], "per_row": [0.5, 0.5, 0.5], "fixed": [1.0, 2.0, 1.0]}
    linear = ipa_clustered(placement({"linear": terms}, [1, 1, 1]), minimize())
    assert linear.details["machine_groups"] == 2


def test_instances_barred_from_all_groups_are_placed_first_and_one_by_one() -> None:
    """Machine 1 bars instance 1 from the group whose machine 0 it needs."""
    latency = [[3, 4, 9], [2, None, None]]
    groups = {"input_rows": [5.0, 5.0], "machine_group": [0, 0, 1]}
    answer = ipa_clustered(placement(latency, [1, 1, 1], **groups), minimize())
    assert answer.details == {"instance_clusters": 2, "machine_groups": 2}
    assert answer.decision == {"machine": [1, 0]}


def test_instances_that_lose_their_groups_are_placed_one_by_one() -> None:
    """Instance 1 is barred from the group with room left, but not from its machine 0."""
    latency = [[3, 3, 2], [2, None, 1]]
    groups = {"input_rows": [5.0, 4.0], "machine_group": [0, 0, 1]}
    answer = ipa_clustered(placement(latency, [1, 1, 1], **groups), minimize())
    assert answer.decision == {"machine": [2, 0]}


def test_rows_are_cut_where_their_density_is_least() -> None:
    """The cut agrees with scipy's estimate on a fine grid."""
    rng = np.random.default_rng(1)
    rows = np.concatenate([rng.normal(100, 10, 400), rng.normal(180, 15, 300)])
    bandwidth = silverman_bandwidth(rows)
    clusters = density_clusters(rows, bandwidth)
    density = gaussian_kde(rows, bandwidth / rows.std(ddof=1))
    grid = np.linspace(110, 170, 2001)
    valley = grid[np.argmin(density(grid))]
    assert clusters.max() == 1
    assert rows[clusters == 0].max() < valley + bandwidth / 4
    assert rows[clusters == 1].min() > valley - bandwidth / 4


def test_equal_rows_are_one_cluster_and_bandwidth_0_parts_all_others() -> None:
    assert density_clusters(np.full(9, 7.0)).tolist() == [0] * 9
    assert density_clusters(np.array([3.0, 1, 3, 2]), 0.0).tolist() == [2, 0, 2, 1]
    assert density_clusters(np.array([1.0, 1, 1, 1, 1, 1, 1, 9])).tolist() == [0] * 7 + [1]


@settings(deadline=None, max_examples=100)
@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=60), st.floats(0, 1e5))
def test_clusters_are_intervals(values: list[float], bandwidth: float) -> None:
    rows = np.array(values)
    clusters = density_clusters(rows, bandwidth)
    assert (np.diff(clusters[np.argsort(rows, kind="stable")]) >= 0).all()
    assert set(clusters.tolist()) == set(range(clusters.max() + 1))
    for row in values:
        assert len(set(clusters[rows == row].tolist())) == 1


def test_fuxi_goes_round_the_machines_by_watermark() -> None:
    instance = placement(np.ones((6, 3)), [1, 3, 2], utilization=[0.5, 0.9, 0.1])
    assert fuxi(instance, minimize()).decision == {"machine": [2, 0, 1, 2, 1, 1]}
    in_order = placement(np.ones((3, 4)), [0, 1, 1, 1])
    assert fuxi(in_order, minimize()).decision == {"machine": [1, 2, 3]}


def test_fuxi_passes_over_machines_that_an_instance_cannot_use() -> None:
    latency = [[None, 1, 1], [None, 1, None], [1, 1, 1]]
    instance = placement(latency, [2, 2, 2], utilization=[0.1, 0.2, 0.3])
    assert fuxi(instance, minimize()).decision == {"machine": [1, 1, 0]}
    crowded = placement(latency, [2, 1, 2], utilization=[0.1, 0.2, 0.3])
    answer = fuxi(crowded, minimize())
    assert (answer.decision, answer.infeasible) == (None, False)
    assert optimum(crowded) == 1
