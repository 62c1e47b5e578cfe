"""The iteration of Figure 12: where it converges, cycles, stops early, and what it prints."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.run import Run
from optgap.heuristics.microq import PacedFlow, segment_at, step_towards
from optgap.instances.microq import MicroQ, generate
from optgap.solvers.microq import solve_flow


def landings(instance: MicroQ, rounds: int) -> list[tuple[list[int], float]]:
    """Return segments and the value of the program of Figure 14, round by round."""
    run = Run("maximize")
    flow = PacedFlow(instance)
    begin = solve_flow(instance, run).mips
    pairs = zip(instance.components, begin, strict=True)
    segments, course = [segment_at(component, mips, None) for component, mips in pairs], []
    for _ in range(rounds):
        flow.pace(segments)
        x = flow.solve(run, inside=False)
        worth = -flow.highs.getInfo().objective_function_value * flow.worth
        course.append((segments, worth))
        segments = step_towards(flow, x, segments)
    return course


def test_two_components_by_hand() -> None:
    """c1 takes two segments at 0.3 and 0.15 per mips, c2 one at 0.25 and 100 mips at 0.05."""
    instance = optgap.load("microq/two-components")
    outcome = optgap.solve(instance, "iterative")
    assert outcome.decision["mips"] == pytest.approx({"c1": 700, "c2": 500})
    assert outcome.objective == pytest.approx(150 + 100 + 5)
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")


def test_cycle() -> None:
    instance = optgap.load("microq/cycle")
    assert [segments for segments, _ in landings(instance, 4)] == [[1, 0], [0, 0], [1, 0], [0, 0]]
    outcome = optgap.solve(instance, "iterative")
    assert outcome.details["ending"] == "the segments cycle"
    assert outcome.objective == pytest.approx(120)
    alone = optgap.solve(instance, "iterative", options={"inside": False})
    assert (alone.status, alone.objective) == ("unknown", None)


@pytest.mark.erratum(
    paper="soda",
    place="Figure 12, lines 9 and 10",
    printed="OPT takes the value of every program.",
    wrong=(
        "Programs land outside of their segments, where pacing is extrapolated: on "
        "`microq/cycle` OPT is 146.7, the optimum 120."
    ),
    right="Only landings inside of their segments are decisions.",
)
def test_opt_as_printed_is_more_than_the_optimum() -> None:
    """Lines 9 and 10 take the value of every program, also where components left segments."""
    instance = optgap.load("microq/cycle")
    printed = max(value for _, value in landings(instance, 2))
    assert printed == pytest.approx(200 / 3 + 80)
    assert optgap.solve(instance).objective == pytest.approx(120)


def test_fixed_point_below_the_optimum() -> None:
    instance = optgap.load("microq/fixed-point")
    outcome = optgap.solve(instance, "iterative")
    assert outcome.details["ending"] == "no segment moves"
    assert outcome.objective == pytest.approx(20)
    assert optgap.solve(instance).objective == pytest.approx(21)


def test_envelope_of_importance_that_grows_slowly_first() -> None:
    instance = optgap.load("microq/s-shaped")
    outcome = optgap.solve(instance, "iterative")
    assert outcome.objective == pytest.approx(5.5)
    assert outcome.bound == pytest.approx(10)
    assert optgap.solve(instance).objective == pytest.approx(8)


def test_the_component_that_cannot_be_served_is_named() -> None:
    instance = optgap.load("microq/unserved")
    outcome = optgap.solve(instance)
    assert outcome.status == "infeasible"
    assert outcome.message == "component c2 cannot be served, even alone"
    assert optgap.solve(instance, "iterative").status == "unknown"


def test_components_that_cannot_be_served_together() -> None:
    part = {"mips": [0, 9], "importance": [0, 1]}
    components = [
        {"name": c, **part, "pes": [{"name": c, "nodes": ["n"], "pacing": [0, 9], "min_mips": 4}]}
        for c in "abc"
    ]
    nodes = [{"name": "n", "mips": 10}]
    outcome = optgap.solve(MicroQ(name="x", nodes=nodes, components=components))
    assert outcome.message == "component c cannot be served together with a, b"


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.6]), st.floats(0.5, 2.0))
def test_bounds_hold(seed: int, rough: float, load: float) -> None:
    instance = generate(seed, components=4, pes=2, nodes=3, segments=3, rough=rough, load=load)
    optimum = optgap.solve(instance)
    outcome = optgap.solve(instance, "iterative")
    assert outcome.bound_kind == "certified"
    if optimum.status == "infeasible":
        assert outcome.objective is None
    else:
        assert optimum.objective <= outcome.bound * (1 + 1e-9)
        assert (outcome.objective or 0.0) <= optimum.objective * (1 + 1e-6)


def test_without_time_nothing_is_claimed() -> None:
    outcome = optgap.solve(optgap.load("microq/cycle"), "iterative", time_limit=0.0)
    assert (outcome.stopped, outcome.decision) == ("time_limit", None)
