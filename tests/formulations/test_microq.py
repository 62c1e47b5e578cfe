"""The program (34)-(43): brute force over segments, a second engine, its linearisation, errata."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import optgap
from optgap.core.run import Run
from optgap.formulations.microq import build_model
from optgap.instances.microq import Component, MicroQ, generate
from optgap.solvers.engines import solve_model


def brute_force(instance: MicroQ) -> float | None:
    """Return the optimum: one LP over mips and flows for every choice of segments."""
    choices = itertools.product(*(range(c.segments) for c in instance.components))
    found = [value for choice in choices if (value := _linear(instance, choice)) is not None]
    return max(found) if found else None


def _linear(instance: MicroQ, choice: tuple[int, ...]) -> float | None:
    pes = [(c, pe) for c, comp in enumerate(instance.components) for pe in comp.pes]
    pairs = [(k, n) for k, (_, pe) in enumerate(pes) for n in pe.nodes]
    count = len(instance.components)
    cost, constant = np.zeros(count + len(pairs)), 0.0
    bounds = []
    for c, (component, r) in enumerate(zip(instance.components, choice, strict=True)):
        x, y = component.mips[r : r + 2], component.importance[r : r + 2]
        slope = (y[1] - y[0]) / (x[1] - x[0])
        cost[c], constant = -slope, constant + y[0] - slope * x[0]
        bounds.append((x[0], x[1]))
    equal, value, upper, limit = [], [], [], []
    for k, (c, pe) in enumerate(pes):
        r = choice[c]
        x, g = instance.components[c].mips[r : r + 2], pe.pacing[r : r + 2]
        slope = (g[1] - g[0]) / (x[1] - x[0])
        row = np.zeros(len(cost))
        row[count:] = [q == k for q, _ in pairs]
        upper += [row, -row]
        limit += [1e6 if pe.max_mips is None else pe.max_mips, -pe.min_mips]
        row = row.copy()
        row[c] = -slope
        equal.append(row)
        value.append(g[0] - slope * x[0])
    for node in instance.nodes:
        row = np.zeros(len(cost))
        row[count:] = [n == node.name for _, n in pairs]
        upper.append(row)
        limit.append(node.mips)
    bounds += [(0, None)] * len(pairs)
    result = linprog(cost, np.array(upper), np.array(limit), np.array(equal), value, bounds)
    return constant - result.fun if result.status == 0 else None


@st.composite
def small_instances(draw) -> MicroQ:
    nodes = [{"name": f"n{n}", "mips": draw(st.integers(1, 6))} for n in range(2)]
    components, made = [], 0
    for c in range(draw(st.integers(1, 2))):
        segments = draw(st.integers(1, 3))
        parts = [
            draw(st.lists(st.integers(0, 3), min_size=segments, max_size=segments))
            for _ in range(draw(st.integers(1, 2)))
        ]
        parts[0] = [a + 1 for a in parts[0]]
        pes = []
        for part in parts:
            made += 1
            least = draw(st.sampled_from([0, 0, 0, 1]))
            pes.append(
                {
                    "name": f"p{made}",
                    "nodes": draw(st.lists(st.sampled_from(["n0", "n1"]), unique=True)),
                    "min_mips": least,
                    "max_mips": draw(st.sampled_from([None, None, least + 2])),
                    "pacing": np.cumsum([0, *part]).tolist(),
                }
            )
        gains = draw(st.lists(st.integers(-2, 9), min_size=segments, max_size=segments))
        components.append(
            {
                "name": f"c{c}",
                "mips": np.cumsum([0, *np.sum(parts, axis=0)]).tolist(),
                "importance": np.cumsum([0, *gains]).tolist(),
                "pes": pes,
            }
        )
    return MicroQ(name="small", nodes=nodes, components=components)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(small_instances())
def test_exact_agrees_with_brute_force(instance: MicroQ) -> None:
    expected = brute_force(instance)
    outcome = optgap.solve(instance, "exact")
    if expected is None:
        assert outcome.status == "infeasible"
        assert "cannot be served" in outcome.message
    else:
        assert outcome.status == "optimal"
        assert outcome.objective == pytest.approx(expected, abs=1e-6)
    for method in ("relaxation", "iterative"):
        other = optgap.solve(instance, method)
        assert other.stopped == "complete", other.message
        if expected is not None:
            assert other.bound >= expected - 1e-6
            assert other.objective is None or other.objective <= expected + 1e-6
        else:
            assert other.objective is None


@pytest.mark.parametrize("seed", range(3))
def test_engines_agree(seed: int) -> None:
    instance = generate(seed, components=5, nodes=4, rough=0.5)
    outcome = optgap.solve(instance, "exact", solver="highs,scip")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "cross-checked")


def bent() -> Component:
    return Component(
        name="c",
        mips=[0, 4, 10, 12],
        importance=[0, 5, 6, 20],
        pes=[
            {"name": "a", "nodes": ["n"], "pacing": [0, 4, 4, 5]},
            {"name": "b", "nodes": ["n"], "pacing": [0, 0, 6, 7]},
        ],
    )


@pytest.mark.parametrize("mips", [0, 1, 3.5, 4, 7, 10, 11, 12])
@pytest.mark.parametrize("sense", [pyo.minimize, pyo.maximize])
def test_linearisation_is_the_disjunction(mips: float, sense) -> None:
    """With G_c fixed the model leaves each g_p exactly what its segment's pacing gives."""
    instance = MicroQ(name="x", nodes=[{"name": "n", "mips": 99}], components=[bent()])
    for k, pe in enumerate(("a", "b")):
        model = build_model(instance)
        ends = instance.components[0].mips
        total = sum(float(ends[r]) * model.y["c", r] + model.way["c", r] for r in range(3))
        model.fix_total = pyo.Constraint(expr=total == mips)
        model.importance.deactivate()
        model.other = pyo.Objective(expr=model.g[pe], sense=sense)
        run = Run("minimize" if sense == pyo.minimize else "maximize")
        result = solve_model(model, "highs", run)
        wanted = np.interp(mips, ends, instance.components[0].pes[k].pacing)
        assert result.objective == pytest.approx(wanted, abs=1e-7)


def allowed(component: Component, chosen: int, mips: float, terms) -> bool:
    """Return whether (35) and (36) allow mips with a segment chosen (1-based, as printed)."""
    ends, last = component.mips, component.segments
    y = {r: int(r == chosen) for r in range(1, last + 1)}
    below = all(ends[r - 1] * y[r] <= mips for r in y)
    return below and all(
        mips - ends[last] <= (ends[r] - ends[last]) * sum(y[i] for i in terms(r, last)) for r in y
    )


@pytest.mark.erratum(
    paper="soda",
    place="5.3, (36)",
    printed="The right end of segment r is enforced by the sum of y over i = r+1 … η.",
    wrong=(
        "The first segment has no right end (mips 12 of a segment that ends at 4), the "
        "second shrinks to a point, the third cannot be chosen."
    ),
    right="Sum over i = 1 … r.",
)
def test_sum_of_36_as_printed_does_not_say_which_segment() -> None:
    """As printed the first segment has no right end, and the third cannot be chosen at all."""
    component = bent()

    def printed(r: int, last: int) -> range:
        return range(r + 1, last + 1)

    def meant(r: int, _: int) -> range:
        return range(1, r + 1)

    for chosen in (1, 2, 3):
        for mips in (0, 3, 4, 7, 10, 11, 12):
            inside = component.mips[chosen - 1] <= mips <= component.mips[chosen]
            assert allowed(component, chosen, mips, meant) == inside
    assert allowed(component, 1, 12, printed)
    assert [m for m in range(13) if allowed(component, 2, m, printed)] == [4]
    assert not any(allowed(component, 3, m, printed) for m in range(13))


@pytest.mark.erratum(
    paper="soda",
    place="5.3, (37)",
    printed="g_p = y_rc R_cpr(g_c), for every segment r.",
    wrong="Every segment that is not chosen says g_p = 0: only 0 mips are consistent.",
    right="Sum the right side over r.",
)
def test_pacing_of_37_as_printed_gives_everybody_nothing() -> None:
    """(37) is printed for every r, so that a segment that is not chosen says g_p = 0."""
    component = bent()
    for chosen in range(3):
        for mips in np.linspace(*component.mips[chosen : chosen + 2], 5):
            demands = [
                np.interp(mips, component.mips, component.pes[0].pacing) if r == chosen else 0.0
                for r in range(3)
            ]
            consistent = len(set(demands)) == 1
            assert consistent == (mips == 0)


def test_binaries_only_where_needed() -> None:
    straight = bent().model_copy(
        update={
            "importance": np.array([0, 5, 8, 8.5]),
            "pes": (bent().pes[0].model_copy(update={"pacing": np.array([0.0, 4, 10, 12])}),),
        }
    )
    nodes = [{"name": "n", "mips": 7}]
    model = build_model(MicroQ(name="x", nodes=nodes, components=[straight]))
    assert model.y["c", 0].is_continuous()
    assert build_model(MicroQ(name="x", nodes=nodes, components=[bent()])).y["c", 0].is_binary()
    outcome = optgap.solve(MicroQ(name="x", nodes=nodes, components=[straight]))
    assert outcome.objective == pytest.approx(6.5)


@pytest.mark.parametrize(
    ("name", "optimum", "relaxation"),
    [
        ("cycle", 120, 120),
        ("fixed-point", 21, 21),
        ("s-shaped", 8, 10),
        ("two-components", 255, 255),
    ],
)
def test_bundled_optima_and_relaxations(name: str, optimum: float, relaxation: float) -> None:
    """Only where importance is not concave the relaxation is above the optimum."""
    instance = optgap.load(f"microq/{name}")
    assert optgap.solve(instance, "exact", gap=0).objective == pytest.approx(optimum, abs=1e-6)
    model = build_model(instance)
    pyo.TransformationFactory("core.relax_integer_vars").apply_to(model)
    result = solve_model(model, "highs", Run("maximize"))
    assert result.objective == pytest.approx(relaxation, abs=1e-6)
