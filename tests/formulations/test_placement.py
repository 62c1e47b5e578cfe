"""The integer program of Eq. 3: its components, its size, its optimum by brute force."""

import itertools
from pathlib import Path

import highspy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.formulations.placement import build_model
from optgap.instances.placement import Placement, generate


def brute_force(instance: Placement) -> float | None:
    """Return the optimum by trying every plan."""
    best = None
    for machine in itertools.product(range(instance.machines), repeat=instance.instances):
        latency = instance.latency_of(np.array(machine))
        load = np.bincount(machine, minlength=instance.machines)
        if not np.isnan(latency).any() and (load <= instance.beta).all():
            best = latency.max() if best is None else min(best, latency.max())
    return best


@st.composite
def small_instances(draw) -> Placement:
    m, n = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cell = st.one_of(st.integers(1, 6), st.none())
    latency = draw(st.lists(st.lists(cell, min_size=n, max_size=n), min_size=m, max_size=m))
    capacity = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    return Placement(name="small", latency=latency, capacity=capacity)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(small_instances())
def test_exact_methods_agree_with_brute_force(instance: Placement) -> None:
    expected = brute_force(instance)
    runs = [
        optgap.solve(instance, "exact", solver="highs", gap=0),
        optgap.solve(instance, "exact", solver="scip", gap=0),
        optgap.solve(instance, "exact", solver="cp-sat", gap=0),
        optgap.solve(instance, "exact", gap=0, options={"tightened": True}),
        optgap.solve(instance, "bottleneck", gap=0),
    ]
    for outcome in runs:
        if expected is None:
            assert outcome.status == "infeasible"
        else:
            assert outcome.status == "optimal"
            assert outcome.objective == outcome.bound == expected


def test_components() -> None:
    model = build_model(optgap.load("placement/fig6"))
    assert {c.name for c in model.component_objects(descend_into=False)} >= {
        "INSTANCES",
        "MACHINES",
        "B",
        "T",
        "stage_latency",
        "assignment",
        "capacity",
        "slowest",
    }
    assert (model.nvariables(), model.nconstraints()) == (7, 2 + 3 + 2)


def test_forbidden_pairs_have_no_variable() -> None:
    instance = Placement(name="x", latency=[[1, None], [None, 2]], capacity=[1, 1])
    assert list(build_model(instance).B) == [(0, 0), (1, 1)]


def test_cutoff_leaves_out_what_is_in_no_better_plan() -> None:
    instance = generate(0, instances=30, machines=10, noise=0.2)
    best = optgap.solve(instance, "bottleneck").objective
    whole, tight = build_model(instance), build_model(instance, cutoff=best)
    assert len(tight.B) < len(whole.B)
    tightened = optgap.solve(instance, "exact", options={"tightened": True}, gap=0)
    assert tightened.objective == optgap.solve(instance, "exact", gap=0).objective == best


def test_linear_relaxation_is_pinned(tmp_path: Path) -> None:
    """Relaxed, instance 0 takes 2/993 of machine 0, where both rows are equally slow."""
    build_model(optgap.load("placement/no-column-order")).write(str(tmp_path / "model.lp"))
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(tmp_path / "model.lp"))
    highs.setOptionValue("solve_relaxation", True)
    highs.run()
    assert highs.getInfo().objective_function_value == pytest.approx(10 - 2 / 993, abs=1e-9)
