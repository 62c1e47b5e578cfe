"""The bottleneck algorithm against brute force and flows; every certificate is checked again."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.graph.python.max_flow import SimpleMaxFlow
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from optgap.core.files import instance_from_document
from optgap.core.outcome import Answer
from optgap.core.run import Run
from optgap.instances.placement import LinearLatency, Placement
from optgap.solvers.placement import bottleneck
from optgap.solvers.placement import latency_blocks as matrix_passes
from optgap.solvers.placement import threshold_search as bottleneck_search

FIG_6 = [[8, 12, 10], [16, 24, 20]]


def placement(latency: Any, capacity: Any) -> Placement:
    return Placement(name="test", latency=latency, capacity=np.asarray(capacity))


def solve(instance: Placement, **limits: Any) -> Answer:
    return bottleneck(instance, Run("minimize", **limits))


def random_matrix(rng: np.random.Generator) -> Placement:
    """Return a tiny instance with ties, forbidden pairs and machines without room."""
    m, n = rng.integers(1, 6), rng.integers(1, 5)
    latency = rng.integers(1, 8, size=(m, n)).astype(float)
    latency[rng.random((m, n)) < 0.2] = np.nan
    return placement(latency, rng.integers(0, 4, size=n))


def random_linear(rng: np.random.Generator) -> Placement:
    m, n = rng.integers(1, 6), rng.integers(1, 5)
    terms = {
        "rows": rng.integers(0, 6, size=m) * 0.7,
        "per_row": rng.integers(0, 4, size=n) * 0.1,
        "fixed": rng.integers(1, 6, size=n) * 0.3,
    }
    return placement({"linear": terms}, rng.integers(0, 4, size=n))


def brute_force(instance: Placement) -> float:
    """Return the optimum, infinite where nothing is feasible."""
    latency, beta, best = instance.dense_latency(), instance.beta, math.inf
    for plan in itertools.product(range(instance.machines), repeat=instance.instances):
        if all(plan.count(j) <= beta[j] for j in set(plan)):
            worst = max(latency[i, j] for i, j in enumerate(plan))
            if not any(np.isnan(latency[i, j]) for i, j in enumerate(plan)):
                best = min(best, worst)
    return best


def proves(instance: Placement, certificate: dict[str, Any]) -> bool:
    """Check Hall's condition with plain loops."""
    threshold, latency = certificate["threshold"], instance.dense_latency()
    room = 0
    for j in range(instance.machines):
        column = [float(latency[i, j]) for i in certificate["instances"]]
        if threshold is None:
            usable = any(not math.isnan(value) for value in column)
        else:
            usable = any(value < threshold for value in column)
        room += int(instance.beta[j]) if usable else 0
    return room < len(set(certificate["instances"]))


def value_of(instance: Placement, answer: Answer) -> float:
    """Return the maximum latency of a decision that keeps all capacities."""
    assert answer.decision is not None
    machine = np.array(answer.decision["machine"])
    assert (np.bincount(machine, minlength=instance.machines) <= instance.beta).all()
    return float(instance.latency_of(machine).max())  # NaN is equal to nothing


def assert_exact(instance: Placement) -> None:
    answer, optimum = solve(instance), brute_force(instance)
    assert answer.certificate is not None
    assert proves(instance, answer.certificate)
    if optimum == math.inf:
        assert answer.infeasible
        assert answer.certificate["threshold"] is None
        assert answer.message is not None
    else:
        assert value_of(instance, answer) == optimum == answer.bound
        assert answer.certificate["threshold"] == optimum
        assert (answer.bound_kind, answer.stopped) == ("certified", "complete")


def test_figure_6() -> None:
    answer = solve(placement(FIG_6, [1, 1, 1]))
    assert answer.decision == {"machine": [2, 0]}
    assert answer.bound == 16
    assert answer.certificate == {"kind": "hall", "threshold": 16.0, "instances": [1]}


@pytest.mark.parametrize("seed", range(4))
def test_equals_brute_force(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(75):
        assert_exact(random_matrix(rng))
        assert_exact(random_linear(rng))


@pytest.mark.parametrize("seed", range(2))
def test_passes_over_the_matrix_equal_brute_force(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With hardly any cell listed, the passes that serve large matrices decide alone."""
    monkeypatch.setattr(bottleneck_search, "LISTED_AT_LEAST", 0)
    monkeypatch.setattr(bottleneck_search, "LISTED_SHARE", 0.001)
    monkeypatch.setattr(matrix_passes, "BLOCK_CELLS", 4)
    rng = np.random.default_rng(100 + seed)
    for _ in range(40):
        assert_exact(random_matrix(rng))


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_the_bound_is_reached_and_proven(data: st.DataObject) -> None:
    m, n = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    cell = st.one_of(st.none(), st.integers(1, 9), st.floats(0.5, 2.0))
    latency = data.draw(st.lists(st.lists(cell, min_size=n, max_size=n), min_size=m, max_size=m))
    capacity = data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    instance = placement(latency, capacity)
    answer = solve(instance)
    assert answer.certificate is not None
    assert proves(instance, answer.certificate)
    if not answer.infeasible:
        assert value_of(instance, answer) == answer.bound == answer.certificate["threshold"]


def flow_fits(instance: Placement, threshold: float) -> bool:
    """Return whether OR-Tools' maximum flow places every instance within a threshold."""
    m, n, flow = instance.instances, instance.machines, SimpleMaxFlow()
    i, j = np.nonzero(instance.dense_latency() <= threshold)
    flow.add_arcs_with_capacity(i + 1, j + m + 1, np.ones(len(i), dtype=np.int64))
    flow.add_arcs_with_capacity(np.zeros(m), np.arange(1, m + 1), np.ones(m, dtype=np.int64))
    flow.add_arcs_with_capacity(np.arange(m + 1, m + n + 1), np.full(n, m + n + 1), instance.beta)
    assert flow.solve(0, m + n + 1) == flow.OPTIMAL
    return bool(flow.optimal_flow() == m)


@pytest.mark.parametrize("shape", [(700, 90, 8), (300, 300, 1), (90, 800, 1), (2000, 40, 51)])
@pytest.mark.parametrize("alike", [False, True])
def test_medium_sizes_agree_with_maximum_flow(shape: tuple[int, int, int], alike: bool) -> None:
    m, n, room = shape
    rng = np.random.default_rng(m)
    latency = rng.uniform(1, 2, (m, n))
    if alike:
        latency *= rng.uniform(1, 9, (m, 1)) * rng.uniform(1, 9, n)
    instance = placement(latency, np.full(n, room))
    answer = solve(instance)
    assert answer.bound is not None
    assert value_of(instance, answer) == answer.bound
    assert flow_fits(instance, answer.bound)
    assert not flow_fits(instance, np.nextafter(answer.bound, 0))


def test_unit_capacities_agree_with_scipy() -> None:
    rng = np.random.default_rng(5)
    latency = rng.integers(1, 60, size=(80, 85)).astype(float)
    answer = solve(placement(latency, np.ones(85, dtype=np.int64)))
    for threshold in range(1, 60):
        matched = maximum_bipartite_matching(csr_array(latency <= threshold), perm_type="column")
        assert ((matched >= 0).sum() == 80) == (threshold >= answer.bound)


def test_message_names_the_instances_that_have_nowhere_to_go() -> None:
    latency = [[1, None, 2], [None, 3, None], [5, 5, 5], [None, 4, None]]
    answer = solve(placement(latency, [2, 1, 1]))
    assert answer.infeasible
    assert answer.certificate == {"kind": "hall", "threshold": None, "instances": [1, 3]}
    expected = "2 instances (1, 3) can run only on machine 1, with room for 1 in total"
    assert answer.message == expected


def test_message_of_an_instance_without_machines() -> None:
    answer = solve(placement([[1, 2], [None, None]], [1, 1]))
    assert answer.message == "instance 1 can run on no machine"


@pytest.mark.parametrize("latency", [np.ones((30, 3)), None])
def test_too_little_room_is_infeasible(latency: Any) -> None:
    linear = {"linear": {"rows": np.ones(30), "per_row": np.ones(3), "fixed": np.ones(3)}}
    instance = placement(linear if latency is None else latency, [9, 10, 10])
    answer = solve(instance)
    assert answer.infeasible
    assert answer.certificate is not None
    assert proves(instance, answer.certificate)
    assert answer.message is not None
    assert answer.message.startswith("30 instances (0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 20 more)")
    assert answer.message.endswith("machines 0, 1, 2, with room for 29 in total")


def test_violators_are_irreducible() -> None:
    rng = np.random.default_rng(8)
    found = 0
    while found < 40:
        instance = random_matrix(rng)
        answer = solve(instance)
        if answer.infeasible:
            found += 1
            assert answer.certificate is not None
            members = answer.certificate["instances"]
            for left_out in members:
                rest = [i for i in members if i != left_out]
                assert not proves(instance, {"threshold": None, "instances": rest})


class Countdown(Run):
    """A run whose time is up after a number of looks at the clock."""

    looks = 0

    def should_stop(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("linear", [False, True])
def test_what_an_ended_run_claims_is_true(linear: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bottleneck_search, "LISTED_AT_LEAST", 0)
    rng = np.random.default_rng(3)
    rows, per_row, fixed = rng.uniform(1, 9, 60), rng.uniform(1, 9, 40), rng.uniform(1, 99, 40)
    terms = {"linear": {"rows": rows, "per_row": per_row, "fixed": fixed}}
    noise = rng.uniform(0.8, 1.2, (60, 40))
    latency = terms if linear else (rows[:, None] * per_row + fixed) * noise
    instance = placement(latency, np.full(40, 2))
    optimum = solve(instance).bound
    assert optimum is not None
    ended = set()
    for looks in range(150):
        run = Countdown("minimize", threads=1)
        run.looks = looks
        answer = bottleneck(instance, run)
        ended.add(answer.stopped)
        assert not answer.infeasible
        if answer.bound is not None:
            assert answer.bound <= optimum
            assert answer.certificate is not None
            assert answer.certificate["threshold"] == answer.bound
            assert proves(instance, answer.certificate)
        if answer.decision is not None:
            assert value_of(instance, answer) == run.objective >= optimum
        if answer.stopped == "complete":
            assert answer.bound == optimum == run.objective
    assert ended == {"time_limit", "complete"}


def test_no_time_at_all_claims_nothing() -> None:
    answer = solve(placement(FIG_6, [1, 1, 1]), time_limit=0.0)
    assert answer == Answer(stopped="time_limit")


def test_a_wide_gap_ends_early_with_a_true_bound() -> None:
    rng = np.random.default_rng(0)
    instance = placement(rng.uniform(1, 9, (60, 60)), np.ones(60, dtype=np.int64))
    exact, rough = solve(instance), solve(instance, gap=0.9)
    assert exact.bound is not None
    assert rough.bound is not None
    assert rough.bound < exact.bound < value_of(instance, rough)
    assert rough.stopped == "complete"


def test_begins_from_a_start() -> None:
    run = Run("minimize", start={"machine": [2, 0]})
    answer = bottleneck(placement(FIG_6, [1, 1, 1]), run)
    assert run.trace[0][1] == 16
    assert answer.bound == 16


def test_same_seed_same_answer_any_seed_same_bound() -> None:
    rng = np.random.default_rng(2)
    instance = placement(rng.uniform(1, 2, (500, 200)), np.full(200, 3))
    assert solve(instance, seed=1) == solve(instance, seed=1, threads=1)
    assert solve(instance, seed=1).bound == solve(instance, seed=2).bound


@pytest.mark.parametrize("order", ["C", "F"])
def test_a_sidecar_is_solved_where_it_lies(order: Literal["C", "F"], tmp_path: Path) -> None:
    latency = np.random.default_rng(4).uniform(1, 2, (60, 50))
    latency[::7, ::3] = np.nan
    np.save(tmp_path / "latency.npy", np.array(latency, order=order))
    document = {
        "problem": "placement",
        "version": 1,
        "name": "sidecar",
        "latency": {"npy": "latency.npy", "nan_is_null": True},
        "capacity": [2] * 50,
    }
    stored = instance_from_document(document, Placement, "sidecar", tmp_path)
    assert isinstance(stored.latency, np.ndarray)
    matrix = matrix_passes.row_major(stored.latency)
    assert np.shares_memory(matrix, stored.latency) == (order == "C")
    assert solve(stored).bound == solve(placement(latency, [2] * 50)).bound


def test_linear_latencies_are_never_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(6)
    terms = {
        "rows": rng.lognormal(10, 1, 20_000),
        "per_row": rng.uniform(1e-4, 1e-3, 3_000),
        "fixed": rng.uniform(1, 5, 3_000),
    }
    instance = placement({"linear": terms}, np.full(3_000, 7))
    monkeypatch.setattr(LinearLatency, "block", None)
    answer = solve(instance)
    assert answer.bound == value_of(instance, answer)
    assert answer.certificate is not None
    slowest = terms["rows"][answer.certificate["instances"]].min()
    usable = slowest * terms["per_row"] + terms["fixed"] < answer.bound
    assert instance.beta[usable].sum() < len(answer.certificate["instances"])


def test_linear_optimum_is_exact_to_the_last_bit() -> None:
    """Neighbouring thresholds differ in one bit; sums are taken as the instance takes them."""
    per_row = np.array([0.1, np.nextafter(0.1, 1), 0.3])
    terms = {"rows": np.array([3.0, 3.0, 7.0]), "per_row": per_row, "fixed": np.full(3, 0.2)}
    instance = placement({"linear": terms}, [1, 1, 1])
    assert solve(instance).bound == brute_force(instance)
