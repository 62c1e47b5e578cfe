"""The multiple-choice knapsack of Eq. 3: components, optimum by brute force, relaxation."""

import itertools
from pathlib import Path

import highspy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.formulations.cluster_ratio import build_model
from optgap.instances.cluster_ratio import ClusterRatio


def brute_force(instance: ClusterRatio) -> float | None:
    """Return the optimum by trying every choice."""
    ranges = [range(g.lower, g.upper + 1) for g in instance.groups]
    values = [
        sum(g.latency[r - g.lower] for g, r in zip(instance.groups, amounts, strict=True))
        for amounts in itertools.product(*ranges)
        if sum(amounts) <= instance.containers
    ]
    return min(values, default=None)


@st.composite
def small_instances(draw) -> ClusterRatio:
    groups = []
    for i in range(draw(st.integers(1, 4))):
        lower = draw(st.integers(0, 3))
        latency = draw(st.lists(st.integers(0, 9), min_size=1, max_size=5))
        upper = lower + len(latency) - 1
        groups.append({"name": f"g{i}", "lower": lower, "upper": upper, "latency": latency})
    return ClusterRatio(name="small", containers=draw(st.integers(0, 14)), groups=groups)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(small_instances())
def test_exact_methods_agree_with_brute_force(instance: ClusterRatio) -> None:
    expected = brute_force(instance)
    runs = [
        optgap.solve(instance, "exact", solver="highs", gap=0),
        optgap.solve(instance, "dp", gap=0),
        optgap.solve(instance, "dp", gap=0, options={"pruned": False}),
    ]
    for outcome in runs:
        if expected is None:
            assert outcome.status == "infeasible"
        else:
            assert outcome.status == "optimal"
            assert outcome.objective == outcome.bound == expected
    assert runs[1].certificate is not None


@pytest.mark.parametrize("solver", ["highs", "scip", "cp-sat"])
@pytest.mark.parametrize("name", ["three-groups", "waves", "rising", "algorithm-3"])
def test_engines_agree(solver: str, name: str) -> None:
    instance = optgap.load(f"cluster_ratio/{name}")
    outcome = optgap.solve(instance, "exact", solver=solver, gap=0)
    assert outcome.status == "optimal"
    assert outcome.objective == outcome.bound == optgap.solve(instance, "dp", gap=0).objective


def test_linear_relaxation_is_the_lagrangian_bound(tmp_path: Path) -> None:
    """With 9 containers both take 3/4 of the step of g1: 20 + 9 - 3 × 10 / 4."""
    instance = optgap.load("cluster_ratio/waves").model_copy(update={"containers": 9})
    build_model(instance).write(str(tmp_path / "model.lp"))
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(tmp_path / "model.lp"))
    highs.setOptionValue("solve_relaxation", True)
    highs.run()
    relaxed = highs.getInfo().objective_function_value
    assert relaxed == pytest.approx(29 - 3 * 2.5, abs=1e-9)
    assert optgap.solve(instance, "greedy").bound == relaxed
