"""Proofs by prices: what they prove, and that tampering is refused."""

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.core.kernels import kernels_compiled
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation.generate import generate
from optgap.validation.judge.consolidation import packing_prices
from optgap.validation.judge.proofs import load_table
from optgap.validation.judge.proofs.lagrange_multiplier import (
    Parties,
    SharedPrice,
    proven_by_price,
)
from optgap.validation.judge.proofs.load_table import Shelf, Thing
from optgap.validation.judge.verdict import TOO_LARGE


def certificate_fault(
    instance: Consolidation, certificate: dict[str, Any], bound: float | None
) -> str | None:
    """Return in words what the judge finds wrong with a certificate."""
    faults = optgap.problem_named("consolidation").check_certificate(instance, certificate, bound)
    return faults[0].message if faults else None


def triangle(machines: int = 3) -> Consolidation:
    """Return three items of which no two fit together, each pair for another resource."""
    demands = [[6, 6, 0], [0, 6, 6], [6, 0, 6]]
    return Consolidation.model_validate(
        {
            "name": "triangle",
            "resources": ["a", "b", "c"],
            "machines": [{"name": f"m{j}", "capacity": [10, 10, 10]} for j in range(machines)],
            "items": [{"name": f"i{i}", "demand": demand} for i, demand in enumerate(demands)],
        }
    )


def proof(**changes: Any) -> dict[str, Any]:
    prices = {"i0": 10, "i1": 10, "i2": 10}
    return {"kind": "prices", "scale": 10, "budget_price": 0, "prices": prices, **changes}


def test_prices_prove_what_no_resource_alone_does() -> None:
    """Sizes ask for two machines (12 of 10 in each resource), prices of a whole machine for 3."""
    assert certificate_fault(triangle(), proof(), 3) is None
    assert certificate_fault(triangle(), proof(), 4) == "it proves 3.0, but the claimed bound is 4"
    assert certificate_fault(triangle(), proof(), None) is not None
    assert certificate_fault(triangle(2), proof(), None) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"prices": {"i0": 10, "i1": 10, "i2": -10}},
        {"prices": {"i0": 10, "i1": 10, "i2": 10.0}},
        {"prices": {"i0": 10, "i1": 10, "i2": True}},
        {"prices": {"i0": 10, "i1": 10, "nobody": 10}},
        {"prices": {"i0": 10, "i1": 10, "i2": 2**70}},
        {"prices": [10, 10, 10]},
        {"prices": {"i0": 10, "i1": 10}},
        {"prices": {"i0": 20, "i1": 20, "i2": 20}, "scale": 30},
        {"scale": 0},
        {"scale": "10"},
        {"scale": 15},
        {"budget_price": 1},
        {"more": 1},
    ],
)
def test_tampered_proofs_are_refused(changes: dict[str, Any]) -> None:
    assert certificate_fault(triangle(), proof(**changes), 3) is not None


def test_prices_above_a_machine_gain_nothing() -> None:
    """What a load is worth beyond a machine is taken off again."""
    dear = proof(prices={"i0": 1000, "i1": 1000, "i2": 1000})
    assert certificate_fault(triangle(), dear, 3) is None
    assert certificate_fault(triangle(), dear, 4) is not None


def test_a_budget_has_a_price() -> None:
    """In no-budget-for-exchange half a machine per unit of cost proves two machines, not three."""
    instance = optgap.load("consolidation/no-budget-for-exchange")
    options = {"patterns": 0, "dives": 0, "branches": 0}
    outcome = optgap.solve(instance, "column-generation", options=options)
    assert (outcome.bound, outcome.bound_kind) == (2, "certified")
    outcome = optgap.solve(instance, "column-generation", options=options | {"branches": 20})
    assert (outcome.bound, outcome.bound_kind) == (3, "certified")
    names = [item.name for item in instance.items]
    paid = {"kind": "prices", "scale": 2, "budget_price": 1, "prices": dict.fromkeys(names, 1)}
    assert certificate_fault(instance, paid, 1) is None
    assert certificate_fault(instance, paid, 3) is not None


@pytest.mark.parametrize("seed", range(6))
def test_certificates_of_clusters_hold_exactly_to_their_claim(seed: int) -> None:
    """A proof is accepted for its bound, and not for one machine more."""
    kind = ("physical", "ecs", "physical3")[seed % 3]
    instance = generate(seed, machines=8, kind=kind, load=0.6, budget=0.15)
    outcome = optgap.solve(instance, "column-generation")
    assert outcome.certificate is not None or outcome.bound_kind == "solver"
    if outcome.certificate is not None and outcome.bound is not None:
        assert certificate_fault(instance, outcome.certificate, outcome.bound) is None
        assert certificate_fault(instance, outcome.certificate, outcome.bound + 1) is not None


def most_valuable(room: tuple[int, ...], things: list[Thing]) -> int:
    """Try all numbers of copies."""
    best = 0
    for numbers in itertools.product(*(range(thing.copies + 1) for thing in things)):
        load = [
            sum(n * t.size[r] for n, t in zip(numbers, things, strict=True))
            for r in range(len(room))
        ]
        if all(used <= most for used, most in zip(load, room, strict=True)):
            best = max(best, sum(n * t.value for n, t in zip(numbers, things, strict=True)))
    return best


@pytest.mark.parametrize("cells", [10**6, 0])
@pytest.mark.parametrize("resources", [1, 2, 4])
def test_knapsacks_by_table_and_by_search(
    cells: int, resources: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_table, "MOST_CELLS", cells)
    rng = np.random.default_rng(resources)
    for _ in range(20):
        things = [
            Thing(
                tuple(rng.integers(0, 5, resources).tolist()),
                int(rng.integers(0, 20)),
                int(rng.integers(0, 4)),
            )
            for _ in range(6)
        ]
        largest = tuple(rng.integers(4, 9, resources).tolist())
        room = tuple(int(rng.integers(2, most + 1)) for most in largest)
        shelf = Shelf(largest, things[:4])
        assert shelf.best(room, things[4:]) == most_valuable(room, things)


def test_what_takes_too_long_is_the_word_of_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a table and with no nodes to search, nothing is certified, and nothing refused."""
    monkeypatch.setattr(load_table, "MOST_CELLS", 0)
    monkeypatch.setattr(packing_prices, "MOST_NODES", 1)
    [fault] = optgap.problem_named("consolidation").check_certificate(triangle(), proof(), 3)
    assert fault.constraint == TOO_LARGE
    assert "too large to be re-checked: more than" in fault.message
    outcome = optgap.solve(triangle(), "column-generation", gap=0)
    assert (outcome.objective, outcome.bound) == (3, 3)
    assert (outcome.bound_kind, outcome.certificate) == ("solver", None)
    assert "more than 1 nodes to search" in outcome.details["certificate"]


def pairs_apart() -> Consolidation:
    """Return four items of 8 and 3, of which no two fit on a machine of 10 and 10."""
    demands = [[8, 3], [3, 8], [8, 3], [3, 8]]
    return Consolidation.model_validate(
        {
            "name": "apart",
            "resources": ["a", "b"],
            "machines": [{"name": f"m{j}", "capacity": [10, 10]} for j in range(4)],
            "items": [{"name": f"i{i}", "demand": demand} for i, demand in enumerate(demands)],
        }
    )


def test_thresholds_in_two_resources_prove_more_than_in_one() -> None:
    """Each item leaves less than 3 of one resource, and each needs 3 of both: 4 machines."""
    outcome = optgap.solve(pairs_apart(), "first-fit")
    proof = {"kind": "thresholds", "thresholds": {"a": 3.0, "b": 3.0}, "resource": "a"}
    assert (outcome.bound, outcome.certificate) == (4, proof)
    one = {"kind": "threshold", "resource": "a", "threshold": 3.0}
    assert certificate_fault(pairs_apart(), one, 3) is None
    assert certificate_fault(pairs_apart(), one, 4) is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"thresholds": {"a": 2.0, "b": 2.0}},
        {"thresholds": {"a": 6.0, "b": 3.0}},
        {"thresholds": {"a": 0.0, "b": 3.0}},
        {"thresholds": {"a": 3.0}},
        {"thresholds": {"c": 3.0}},
        {"thresholds": [3.0, 3.0]},
        {"resource": "c"},
    ],
)
def test_tampered_thresholds_are_refused(changes: dict[str, Any]) -> None:
    proof = {"kind": "thresholds", "thresholds": {"a": 3.0, "b": 3.0}, "resource": "a", **changes}
    assert certificate_fault(pairs_apart(), proof, 4) is not None


def test_sums_over_machines_of_two_kinds() -> None:
    """Machines have 10 and 1 or 1 and 10: each resource alone asks for 2, both together for 4."""
    machines = [{"name": f"a{j}", "capacity": [10, 1]} for j in range(4)]
    machines += [{"name": f"b{j}", "capacity": [1, 10]} for j in range(4)]
    items = [{"name": f"i{i}", "demand": [1, 0]} for i in range(20)]
    items += [{"name": f"k{i}", "demand": [0, 1]} for i in range(20)]
    document = {"name": "x", "resources": ["a", "b"], "machines": machines, "items": items}
    instance = Consolidation.model_validate(document)
    outcome = optgap.solve(instance, "first-fit")
    assert (outcome.bound, (outcome.certificate or {})["kind"]) == (4, "weights")
    assert optgap.solve(instance, "exact").objective == 4


@pytest.mark.parametrize("seed", range(30))
def test_cheap_bounds_are_accepted_and_below_the_optimum(seed: int) -> None:
    """On machines of two kinds, in one to three resources."""
    rng = np.random.default_rng(seed)
    resources = 1 + seed % 3
    capacity = rng.integers(6, 14, size=(2, resources)).tolist()
    document = {
        "name": "x",
        "resources": [f"r{r}" for r in range(resources)],
        "machines": [{"name": f"m{j}", "capacity": capacity[j % 2]} for j in range(10)],
        "items": [
            {"name": f"i{i}", "demand": rng.integers(0, 7, resources).tolist()} for i in range(10)
        ],
    }
    instance = Consolidation.model_validate(document)
    outcome = optgap.solve(instance, "first-fit-decreasing")
    optimum = optgap.solve(instance, "column-generation", gap=0)
    assert outcome.bound_kind in ("certified", None)
    if optimum.status == "optimal":
        assert outcome.bound <= optimum.objective


@pytest.mark.parametrize("resources", [1, 2, 3, 5])
def test_the_best_load_is_the_same_with_a_table(
    monkeypatch: pytest.MonkeyPatch, resources: int
) -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        sizes, room = rng.integers(0, 30, (7, resources)), (40,) * resources
        values, copies = rng.integers(1, 10**6, 7).tolist(), rng.integers(1, 3, 7).tolist()
        rows = zip(sizes.tolist(), values, copies, strict=True)
        things = [Thing(tuple(size), value, number) for size, value, number in rows]
        loads = np.array(list(itertools.product(*(range(most + 1) for most in copies))))
        fitting = loads[(loads @ sizes <= 40).all(axis=1)]
        best, nodes = int((fitting @ np.array(values)).max()), []
        for quick in (100_000, 0):  # the second begins with a table
            monkeypatch.setattr(load_table, "QUICK", quick)
            monkeypatch.setattr(load_table, "BITS", 4)
            allowance = load_table.Allowance(10**6)
            with kernels_compiled("no" if seed < 2 else "auto"):
                assert load_table.most_valuable(room, things, 0, [], allowance) == best
                assert load_table.most_valuable(room, things, best, [], allowance) == best
            nodes.append(allowance.spent)
        assert nodes[1] <= nodes[0]


@pytest.mark.parametrize("seed", range(20))
def test_rounding_excludes_no_cheapest_amount(seed: int) -> None:
    """Costs fall by the price per unit, so that rounding decides which sum looks cheapest."""
    price = float(np.random.default_rng(seed).uniform(0.1, 10.0))
    cost = np.arange(200, -1, -1) * price
    priced = [Fraction(each) + k * Fraction(price) for k, each in enumerate(cost.tolist())]
    proof = SharedPrice(kind="multiplier", price=price)
    proven = proven_by_price(Parties(np.array([0]), [cost]), 200, proof, None)
    assert proven == float(min(priced) - 200 * Fraction(price)), seed


@pytest.mark.parametrize("kind", ["multiplier", "core"])
def test_rounding_excludes_no_cheapest_amount_among_large_ones(kind: str) -> None:
    """Costs are small next to what a thousand million units pay, whose rounding is 1/16 or more."""
    low, looks_dearer = 10**9, 0
    for price in np.random.default_rng(48).uniform(1e6, 2e6, 30).tolist():
        cost = np.array([0.0, -price - 2.0**-7])
        priced = [Fraction(each) + (low + k) * Fraction(price) for k, each in enumerate(cost)]
        looks_dearer += cost[1] + price * (low + 1) > price * low
        proof = SharedPrice(kind=kind, price=price)
        proven = proven_by_price(Parties(np.array([low]), [cost]), low, proof, None)
        assert proven == float(min(priced) - low * Fraction(price)) == -(2.0**-7), price
    assert looks_dearer > 0
