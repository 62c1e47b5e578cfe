"""The program (47)-(53): brute force over its binaries, a second engine, its parts."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import optgap
from optgap.core.run import Run
from optgap.formulations.microw import build_model
from optgap.instances.microw import MicroW
from optgap.solvers.engines import solve_model


def brute_force(instance: MicroW) -> float | None:
    """Return the optimum: every set of untouched nodes, every choice of ranges, one LP each.

    The LP has two copies of x per share, what is beyond and what is short of before.
    """
    shares, count = instance.shares, len(instance.shares)
    most = instance.max_touched_nodes
    nodes = range(len(instance.nodes))
    values = [
        _linear(instance, ranges, frozen)
        for frozen in itertools.chain.from_iterable(
            itertools.combinations(nodes, k) for k in range(len(nodes) + 1)
        )
        if (most is None and not frozen) or (most is not None and len(nodes) - len(frozen) <= most)
        for ranges in itertools.product(*(share.ranges for share in shares))
        if count
    ]
    found = [value for value in values if value is not None]
    return min(found) if found else None


def _linear(instance: MicroW, ranges: tuple, frozen: tuple[int, ...]) -> float | None:
    shares, pes = instance.shares, len(instance.pes)
    size = len(shares)
    mips = np.array([instance.nodes[s.node].mips for s in shares])
    columns = 2 * size + 2 * pes
    upper, limit, equal, value = [], [], [], []
    for n in range(len(instance.nodes)):
        on = np.array([s.node == n for s in shares], dtype=float)
        upper.append(np.concatenate([on, -on, np.zeros(2 * pes)]))
        limit.append(1 - sum(s.before for s in shares if s.node == n))
    for p, pe in enumerate(instance.pes):
        own = np.array([s.pe == p for s in shares], dtype=float) * mips
        sides = np.zeros(2 * pes)
        sides[[p, pes + p]] = 1, -1
        equal.append(np.concatenate([own, -own, sides]))
        value.append(
            pe.goal - sum(m * s.before for m, s in zip(mips, shares, strict=True) if s.pe == p)
        )
        if pe.max_change is not None:
            upper.append(np.concatenate([own, own, np.zeros(2 * pes)]))
            limit.append(pe.max_change)
    if instance.max_total_change is not None:
        upper.append(np.concatenate([mips, mips, np.zeros(2 * pes)]))
        limit.append(instance.max_total_change)
    bounds = []
    for k, (share, (low, high)) in enumerate(zip(shares, ranges, strict=True)):
        row = np.zeros(columns)
        row[[k, size + k]] = 1, -1
        upper += [row, -row]
        limit += [high - share.before, share.before - low]
        bounds.append((0, 0 if share.fixed or share.node in frozen else None))
    result = linprog(
        np.concatenate([np.zeros(2 * size), np.ones(2 * pes)]),
        np.array(upper),
        np.array(limit),
        np.array(equal),
        np.array(value),
        [*bounds, *bounds, *[(0, None)] * (2 * pes)],
    )
    return result.fun if result.status == 0 else None


RANGES = [None, [[0, 0.25]], [[0, 0], [0.5, 1]], [[0.25, 0.5]]]


@st.composite
def small_instances(draw) -> MicroW:
    nodes = [{"name": f"n{n}", "mips": draw(st.sampled_from([4, 8]))} for n in range(3)]
    names = [node["name"] for node in nodes]
    pes, previous = [], {}
    for p in range(draw(st.integers(1, 3))):
        near = draw(st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=2))
        legal = {n: draw(st.sampled_from(RANGES)) for n in near}
        pes.append(
            {
                "name": f"p{p}",
                "goal": draw(st.integers(0, 9)),
                "nodes": near,
                "fixed": near[:1] if draw(st.integers(0, 5)) == 0 else [],
                "max_change": draw(st.sampled_from([None, None, 2, 5])),
                "allowed": {n: ranges for n, ranges in legal.items() if ranges},
            }
        )
        was = draw(st.lists(st.sampled_from(names), unique=True, max_size=2))
        previous[f"p{p}"] = {n: draw(st.sampled_from([0.25, 0.5, 0.75])) for n in was}
    return MicroW(
        name="small",
        nodes=nodes,
        pes=pes,
        previous=previous,
        max_total_change=draw(st.sampled_from([None, 3, 8])),
        max_touched_nodes=draw(st.sampled_from([None, 1, 2])),
    )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(small_instances())
def test_exact_agrees_with_brute_force(instance: MicroW) -> None:
    expected = brute_force(instance)
    outcome = optgap.solve(instance, "exact")
    if expected is None:
        assert outcome.status == "infeasible"
        assert outcome.message
    else:
        assert outcome.status == "optimal"
        assert outcome.objective == pytest.approx(expected, abs=1e-6)
    for method in ("flow-lp", "flow", "keep"):
        other = optgap.solve(instance, method)
        if expected is None:
            assert other.objective is None
            assert other.status == "infeasible" or method == "flow-lp"
        else:
            assert other.stopped == "complete", other.message
            if other.objective is not None:
                assert other.objective >= expected - 1e-6
            if other.bound is not None:
                assert other.bound <= expected + 1e-6


@pytest.mark.parametrize("name", ["three-pes", "stuck", "fixed-inner", "node-left", "dac-51x29"])
def test_engines_agree(name: str) -> None:
    instance = optgap.load(f"microw/{name}")
    outcome = optgap.solve(instance, "exact", solver="highs,scip")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "cross-checked")


def components(name: str) -> set[str]:
    model = build_model(optgap.load(f"microw/{name}"))
    return {c.name for c in model.component_objects(descend_into=False)}


def test_only_constraints_in_force_are_built() -> None:
    always = {"PES", "NODES", "f", "under", "over", "distance", "capacity"}
    assert components("stuck") >= always | {"RANGES", "z", "one_range", "from_low", "to_high"}
    assert not components("stuck") & {"more", "less", "touched", "total_change"}
    assert components("three-pes") >= always | {"total_change", "touched_nodes", "untouched_below"}
    assert "RANGES" not in components("three-pes")


@pytest.mark.parametrize(
    ("name", "optimum", "relaxation"),
    [("fixed-inner", 200, 200), ("stuck", 0, 0), ("dac-51x29", 5374.2, 5161.2)],
)
def test_bundled_optima_and_relaxations(name: str, optimum: float, relaxation: float) -> None:
    """Touched nodes and gaps between ranges are what the relaxation does not see."""
    instance = optgap.load(f"microw/{name}")
    assert optgap.solve(instance, "exact", gap=0).objective == pytest.approx(optimum, abs=1e-4)
    model = build_model(instance)
    pyo.TransformationFactory("core.relax_integer_vars").apply_to(model)
    result = solve_model(model, "highs", Run("minimize"))
    assert result.objective == pytest.approx(relaxation, abs=1e-4)
