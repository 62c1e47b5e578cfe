"""The joint program of Def. 5.2: its parts, its whole front by brute force, infeasible stages."""

import itertools
from pathlib import Path

import numpy as np
import pyomo.environ as pyo
import pytest
from enumeration import front
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.run import Run
from optgap.formulations.stage import build_model, decision_of, max_objectives, set_start
from optgap.instances.stage import Stage, generate
from optgap.solvers.engines import solve_model
from optgap.solvers.fronts.exact_front import PlanSearch

check = optgap.problem_named("stage").judge


def brute_force(instance: Stage, machine: list[int] | None = None) -> set[tuple[float, ...]]:
    """Return the front by trying every decision."""
    kinds, m = len(instance.configurations), instance.instances
    places = itertools.product(range(instance.machines), repeat=m) if machine is None else [machine]
    pairs = itertools.product(places, itertools.product(range(kinds), repeat=m))
    plans = ({"machine": list(j), "configuration": list(k)} for j, k in pairs)
    return front(check, instance, plans, digits=9)


def front_of(outcome) -> set[tuple[float, float]]:
    return {tuple(round(v, 9) for v in p.objectives.values()) for p in outcome.front or []}


@st.composite
def small_stages(draw) -> Stage:
    m, n, kinds = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 2))
    resources = draw(st.integers(1, 2))
    theta = st.lists(st.integers(1, 3), min_size=resources, max_size=resources)
    cell = st.one_of(st.integers(1, 8).map(lambda v: v / 4), st.none())
    row = st.lists(cell, min_size=n, max_size=n)
    room = st.lists(st.integers(0, 5), min_size=resources, max_size=resources)
    return Stage(
        name="small",
        configurations=draw(st.lists(theta, min_size=kinds, max_size=kinds)),
        weights=draw(
            st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=resources, max_size=resources)
        ),
        latency=draw(
            st.lists(st.lists(row, min_size=kinds, max_size=kinds), min_size=m, max_size=m)
        ),
        available=draw(st.lists(room, min_size=n, max_size=n)),
        max_per_machine=draw(st.one_of(st.none(), st.integers(0, 3))),
    )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(small_stages())
def test_exact_is_brute_force(instance: Stage) -> None:
    expected = brute_force(instance)
    outcome = optgap.solve(instance, "exact")
    if expected:
        assert (outcome.status, outcome.front_complete) == ("optimal", True)
        assert front_of(outcome) == expected
        assert len(outcome.front) == len(expected)
    else:
        assert outcome.status == "infeasible"
        assert outcome.message


@settings(max_examples=5, deadline=None, derandomize=True)
@given(small_stages())
def test_engines_agree(instance: Stage) -> None:
    outcome = optgap.solve(instance, "exact", solver="highs,scip,cp-sat")
    assert outcome.stopped == "complete"
    assert front_of(outcome) == brute_force(instance)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(small_stages())
def test_two_steps_are_exact_for_their_placement(instance: Stage) -> None:
    outcome = optgap.solve(instance, "exact-two-step")
    if outcome.front:
        machine = outcome.front[0].decision["machine"]
        assert all(point.decision["machine"] == machine for point in outcome.front)
        assert front_of(outcome) == brute_force(instance, machine)
        assert outcome.front_complete is False


def test_components() -> None:
    model = build_model(optgap.load("stage/one-place-each"))
    kinds = (pyo.Var, pyo.Constraint, pyo.Objective)
    assert {c.name for c in model.component_objects(kinds)} == {
        "x",
        "L",
        "one_choice",
        "capacity",
        "places",
        "at_least",
        "objective",
    }
    assert build_model(optgap.load("stage/overload")).component("places") is None


def test_what_cannot_be_has_no_variable() -> None:
    instance = Stage(
        name="x",
        configurations=[[1], [3]],
        weights=[1.0],
        latency=[[[5, None], [2, 2]]],
        available=[[2], [4]],
    )
    assert sorted(build_model(instance).x) == [(0, 0, 0), (0, 1, 1)]
    assert sorted(build_model(instance, machine=[1]).x) == [(0, 1, 1)]


def test_decisions_there_and_back() -> None:
    model = build_model(optgap.load("stage/two-machines"))
    decision = {"machine": [0, 1], "configuration": [1, 0]}
    set_start(model, decision)
    assert decision_of(model) == decision


def test_relaxation() -> None:
    """Half of each choice: the relaxation lies below the fastest plan, 6 seconds."""
    model = build_model(optgap.load("stage/two-machines"))
    pyo.TransformationFactory("core.relax_integer_vars").apply_to(model)
    assert solve_model(model, "highs", Run("minimize", gap=0)).objective == pytest.approx(6.0)


def test_generated() -> None:
    one, other = (generate(3, column_order=False, forbidden=0.2) for _ in range(2))
    assert one == other
    assert np.isnan(one.latency).any()
    ordered = generate(3, column_order=True)
    ranks = ordered.latency[:, 0, :].argsort(axis=0, kind="stable")
    assert (ranks == ranks[:, :1]).all()
    assert (np.diff(ordered.latency[:, ::2, :], axis=1) < 0).all()


GAP = Path(__file__).parents[3] / "shared" / "data" / "gap_cattrysse"


@pytest.mark.skipif(not GAP.exists(), reason="the generalised assignment instances are not here")
@pytest.mark.parametrize(("name", "optimum"), [("gap1-0", 261), ("gap1-1", 269)])
def test_generalised_assignment(name: str, optimum: int) -> None:
    """The cheap end of the front is the generalised assignment problem.

    An item that uses a of an agent is an instance that can run there with configuration a only.
    """
    numbers = iter((GAP / name).read_text().split())
    agents, items = int(next(numbers)), int(next(numbers))
    cost, use = (
        np.array([[int(next(numbers)) for _ in range(items)] for _ in range(agents)])
        for _ in range(2)
    )
    sizes = np.unique(use)
    latency = np.where(
        use.T[:, None, :] == sizes[None, :, None], (cost / use).T[:, None, :], np.nan
    )
    instance = Stage(
        name=name,
        configurations=sizes[:, None].astype(float),
        weights=[1.0],
        latency=latency,
        available=[[float(next(numbers))] for _ in range(agents)],
    )
    model = build_model(instance)
    plans = PlanSearch(
        model, max_objectives(model, instance), decision_of, Run("minimize"), "highs"
    )
    cheapest = plans.least(1, (None, None))
    assert plans.goals[1].natural(cheapest[1]) == optimum
