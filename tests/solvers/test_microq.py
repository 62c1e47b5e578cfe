"""Node prices of microq with pacing: bounds above the optimum by enumeration, and rounded plans."""

import itertools

import numpy as np
import pytest
from scipy.optimize import linprog

import optgap
from optgap.core.run import Run
from optgap.instances.microq import MicroQ, generate
from optgap.solvers.microq import Preprocessed, bound_of_prices, reachable, solve_mixtures

check_certificate = optgap.problem_named("microq").check_certificate


def draw_instance(seed: int) -> MicroQ:
    """Return a small instance with pacing that falls, PEs without nodes, and tight limits."""
    rng = np.random.default_rng(seed)
    nodes = [{"name": f"n{k}", "mips": float(rng.integers(1, 60))} for k in range(3)]
    unit = float(rng.choice([1.0, 1e-3, 1e4]))
    components = []
    for c in range(int(rng.integers(1, 3))):
        count, pes = int(rng.integers(2, 5)), int(rng.integers(1, 4))
        mips = np.sort(rng.choice(np.arange(80), count, replace=False)).astype(float)
        cuts = np.sort(rng.integers(0, mips + 1, (pes - 1, count)), axis=0)
        pacing = np.diff(cuts, axis=0, prepend=0, append=[mips]) * unit
        made = []
        for p in range(pes):
            near = [f"n{k}" for k in range(3) if rng.random() < 0.6]
            level = float(rng.choice([*pacing[p], rng.uniform(0, 1) * pacing[p].max(), 0.0]))
            limits = [{}, {}, {"min_mips": level}, {"max_mips": level}]
            limits.append({"min_mips": level, "max_mips": level})
            chosen = limits[int(rng.integers(len(limits)))]
            made.append({"name": f"p{c}{p}", "nodes": near, "pacing": pacing[p], **chosen})
        importance = rng.integers(-5, 40, count).astype(float)
        part = {"name": f"c{c}", "mips": mips * unit, "importance": importance, "pes": made}
        components.append(part)
    nodes = [{**node, "mips": node["mips"] * unit} for node in nodes]
    return MicroQ(name=f"odd-{seed}", nodes=nodes, components=components)


def best_by_enumeration(instance: MicroQ) -> float | None:
    """Return the optimum: a linear program for each choice of segments; ``None`` if infeasible."""
    pes = [pe for component in instance.components for pe in component.pes]
    pairs = [(p, n) for p, pe in enumerate(pes) for n in pe.nodes]
    count, unit = len(instance.components), max(c.mips[-1] for c in instance.components)
    capacity = np.zeros((len(instance.nodes), count + len(pairs)))
    for k, node in enumerate(instance.nodes):
        capacity[k, count:] = [n == node.name for _, n in pairs]
    power = [node.mips / unit for node in instance.nodes]
    best = None
    for choice in itertools.product(*(range(c.segments) for c in instance.components)):
        cost, constant = np.zeros(count + len(pairs)), 0.0
        rows, sides, limits, p = [], [], [], 0
        for c, (component, r) in enumerate(zip(instance.components, choice, strict=True)):
            cost[c] = component.importance[r] - component.importance[r + 1]
            constant += component.importance[r]
            for pe in component.pes:
                first, step = pe.pacing[r] / unit, (pe.pacing[r + 1] - pe.pacing[r]) / unit
                row = np.zeros(count + len(pairs))
                row[count:] = [pair[0] == p for pair in pairs]
                row[c], p = -step, p + 1
                rows.append(row)
                sides.append(first)
                most = np.inf if pe.max_mips is None else pe.max_mips / unit
                limits.append((step, pe.min_mips / unit - first, most - first, c))
        upper = [*capacity, *(s * (np.arange(len(cost)) == c) for s, _, _, c in limits)]
        upper += [-s * (np.arange(len(cost)) == c) for s, _, _, c in limits]
        right = [*power, *(high for *_, high, _ in limits), *(-low for _, low, _, _ in limits)]
        kept = np.isfinite(right)
        box = [(0, 1)] * count + [(0, None)] * len(pairs)
        found = linprog(
            cost, np.array(upper)[kept], np.array(right)[kept], np.array(rows), sides, box
        )
        if found.status == 0:
            best = max(-np.inf if best is None else best, constant - found.fun)
    return best


def certified_bound(instance: MicroQ, prices: dict[str, float]) -> float:
    """Return the bound of prices, which the judge accepts, while it rejects one below it."""
    bound, proof = bound_of_prices(instance, prices), {"kind": "prices", "node": prices}
    assert check_certificate(instance, proof, bound) == []
    assert check_certificate(instance, proof, bound - 1e-4 * max(1.0, abs(bound)))
    return bound


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_bounds_are_above_the_optimum(first: int) -> None:
    """Random prices, the prices of the mixtures, and the plans that are rounded from them."""
    for seed in range(first, first + 50):
        instance, rng = draw_instance(seed), np.random.default_rng(seed)
        optimum = best_by_enumeration(instance)
        unit = max(component.mips[-1] for component in instance.components)
        prices = {
            node.name: float(rng.choice([0.0, 1e-3, rng.uniform(0, 90)])) / unit
            for node in instance.nodes
        }
        bounds = [certified_bound(instance, prices)]
        mixture = solve_mixtures(instance, Run("maximize"))
        if mixture is not None:
            bounds.append(certified_bound(instance, mixture.certificate["node"]))
            assert bounds[1] == mixture.bound
        outcome = optgap.solve(instance, "rounded")
        assert outcome.status in ("optimal", "feasible", "unknown"), (seed, outcome.message)
        if optimum is None:
            assert outcome.decision is None, seed
            continue
        assert min(bounds) >= optimum - 1e-6 * max(1.0, abs(optimum)), seed
        if outcome.objective is not None:
            assert outcome.objective <= optimum + 1e-5 * max(1.0, abs(optimum)), seed


def test_limits_of_pes_make_the_bound_tighter() -> None:
    """With at most 20 mips for a, b gets none and c stays at 20 mips, where it is worth 4."""
    a = {"name": "a", "nodes": ["n"], "pacing": [0, 40, 40], "max_mips": 20}
    part = {"name": "c", "mips": [0, 40, 120], "importance": [0, 8, 16]}
    part["pes"] = [a, {"name": "b", "nodes": ["n"], "pacing": [0, 0, 80]}]
    instance = MicroQ(name="x", nodes=[{"name": "n", "mips": 100}], components=[part])
    assert reachable(instance.components[0]) == [[0, 0, 0, 0], pytest.approx([4, 20, 20, 0], 1e-5)]
    assert bound_of_prices(instance, {"n": 0.0}) == pytest.approx(4, rel=1e-5)
    assert check_certificate(instance, {"kind": "prices", "node": {"n": 0.0}}, 3.99)
    outcome = optgap.solve(instance, "rounded")
    assert (outcome.objective, outcome.bound) == pytest.approx((4, 4), rel=1e-5)


@pytest.mark.parametrize("seed", range(6))
def test_pacing_makes_the_bound_tighter(seed: int) -> None:
    """No prices prove less than the duals of the program with pacing, but those of the flow do."""
    instance = generate(seed, components=12, nodes=8)
    mixture = solve_mixtures(instance, Run("maximize"))
    assert isinstance(mixture, Preprocessed)
    relaxed, optimum = optgap.solve(instance, "relaxation"), optgap.solve(instance, "exact")
    assert optimum.objective <= mixture.bound * (1 + 1e-6)
    assert mixture.bound < relaxed.bound
    outcome = optgap.solve(instance, "rounded")
    assert outcome.bound_kind == "certified" and outcome.gap < 0.1
    assert outcome.objective <= optimum.objective * (1 + 1e-6)
