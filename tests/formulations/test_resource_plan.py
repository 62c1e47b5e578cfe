"""The multi-objective program of Eq. 4: its parts, and its whole front by brute force."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest
from enumeration import front
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.run import Run
from optgap.formulations.resource_plan import build_model, decision_of, set_start
from optgap.instances.resource_plan import Objective, ResourcePlan, generate
from optgap.solvers.engines import solve_model

check = optgap.problem_named("resource_plan").judge


def brute_force(instance: ResourcePlan) -> set[tuple[float, ...]]:
    """Return the front by trying every plan."""
    options = itertools.product(*(range(size) for size in instance.options.sizes))
    return front(check, instance, ({"option": list(option)} for option in options))


def front_of(outcome) -> set[tuple[float, ...]]:
    return {tuple(round(v, 15) for v in p.objectives.values()) for p in outcome.front}


@st.composite
def small_plans(draw, aggregates=("max", "sum"), most_objectives=4) -> ResourcePlan:
    count = draw(st.integers(1, most_objectives))
    chosen = draw(st.lists(st.sampled_from(aggregates), min_size=count, max_size=count))
    value = st.integers(-2, 6).map(lambda whole: whole / 2)
    vector = st.lists(value, min_size=count, max_size=count)
    options = draw(st.lists(st.lists(vector, min_size=1, max_size=4), min_size=1, max_size=3))
    objectives = [Objective(name=f"f{k}", aggregate=each) for k, each in enumerate(chosen)]
    return ResourcePlan(name="small", objectives=objectives, options=options)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(small_plans())
def test_exact_is_brute_force(instance: ResourcePlan) -> None:
    outcome = optgap.solve(instance, "exact")
    assert (outcome.status, outcome.front_complete) == ("optimal", True)
    assert front_of(outcome) == brute_force(instance)
    assert len(outcome.front) == len(front_of(outcome))


@settings(max_examples=6, deadline=None, derandomize=True)
@given(small_plans(most_objectives=3))
def test_engines_agree(instance: ResourcePlan) -> None:
    outcome = optgap.solve(instance, "exact", solver="highs,scip,cp-sat")
    assert outcome.stopped == "complete"
    assert outcome.solver.name.startswith("HiGHS,SCIP,")
    assert front_of(outcome) == brute_force(instance)


def test_decisions_there_and_back() -> None:
    model = build_model(optgap.load("resource_plan/fig7"))
    set_start(model, {"option": [1, 0]})
    assert decision_of(model) == {"option": [1, 0]}


@pytest.mark.parametrize(("objective", "relaxed"), [("latency", 100.0), ("cost", 9.0)])
def test_relaxation(objective: str, relaxed: float) -> None:
    model = build_model(optgap.load("resource_plan/fig7"))
    for name, each in model.objective.items():
        each.activate() if name == objective else each.deactivate()
    pyo.TransformationFactory("core.relax_integer_vars").apply_to(model)
    assert solve_model(model, "highs", Run("minimize", gap=0)).objective == pytest.approx(relaxed)


def test_generated() -> None:
    one, other = (generate(3, instances=5, options=4, maxima=2, sums=2) for _ in range(2))
    assert one == other
    assert one.names == ["latency", "latency 2", "cost", "cost 2"]
    assert one.options.cube.shape == (5, 4, 4)
    assert (one.options.values > 0).all()


def test_same_digest_inline_and_beside(tmp_path) -> None:
    instance = generate(3, instances=4, options=3)
    np.save(tmp_path / "options.npy", instance.options.cube)
    optgap.save(instance, tmp_path / "inline.json")
    text = (tmp_path / "inline.json").read_text()
    begin = text.index('"options"')
    (tmp_path / "beside.json").write_text(text[:begin] + '"options": {"npy": "options.npy"}}')
    inline, beside = optgap.load(tmp_path / "inline.json"), optgap.load(tmp_path / "beside.json")
    assert inline == beside == instance
    assert isinstance(beside.options.cube.base, np.memmap)


def test_ragged_there_and_back(tmp_path) -> None:
    ragged = optgap.load("resource_plan/fig8")
    optgap.save(ragged, tmp_path / "again.json")
    assert optgap.load(tmp_path / "again.json") == ragged
    assert ragged.options.sizes.tolist() == [2, 4, 3]
