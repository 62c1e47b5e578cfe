"""Resources in devices: a share lies in one device, for all methods and for the checker."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.instances.consolidation import Consolidation, overfull
from optgap.instances.consolidation.devices import packs
from optgap.solvers.consolidation.flavours import halves_of
from optgap.validation.judge.consolidation.packing import shares_fit

SHARES = (0.0, 0.23, 0.3, 0.34, 0.36, 0.41, 0.46, 0.47, 0.5, 0.55, 0.6, 0.81, 1.0, 2.0)
METHODS = tuple(
    each.name for each in optgap.problem_named("consolidation").methods if each.name != "exact"
)


def cluster(machines: list[Any], items: list[Any], **more: Any) -> Consolidation:
    """Return a cluster of machines (cpu, gpu) and items (cpu, gpu, and where it runs)."""
    return Consolidation.model_validate(
        {
            "name": "devices",
            "resources": ["cpu", "gpu"],
            "devices": ["gpu"],
            "machines": [{"name": f"m{j}", "capacity": each} for j, each in enumerate(machines)],
            "items": [
                {"name": f"i{i}", "demand": [cpu, gpu], **({"machine": at[0]} if at else {})}
                for i, (cpu, gpu, *at) in enumerate(items)
            ],
            **more,
        }
    )


def fit(shares: list[float], devices: int) -> bool:
    """Return whether shares fit, by trying every device for every share in hundredths."""
    parts = [round(100 * share) for share in shares if 0 < share < 1]
    left = devices - sum(int(share) for share in shares if share >= 1)
    if left < 0:
        return False
    return any(
        all(sum(p for p, d in zip(parts, each, strict=True) if d == g) <= 100 for g in range(left))
        for each in product(range(left), repeat=len(parts))
    )


def draw_instance(seed: int) -> Consolidation:
    """Return a small cluster; of an odd seed some items run, under a budget of every fourth."""
    rng = np.random.default_rng(seed)
    machines = [[float(rng.integers(4, 9)), float(rng.integers(1, 4))] for _ in range(3)]
    items: list[Any] = [
        [float(rng.integers(0, 3)), float(rng.choice(SHARES))] for _ in range(rng.integers(3, 7))
    ]
    for n, item in enumerate(items if seed % 2 else ()):
        for j in rng.permutation(3):
            there = [*(each for each in items[:n] if each[2:] == [f"m{j}"]), item]
            roomy = sum(each[0] for each in there) <= machines[j][0]
            if roomy and fit([each[1] for each in there], int(machines[j][1])):
                item.append(f"m{j}")
                break
    more = {"migration_budget": float(rng.integers(0, 3))} if seed % 4 == 1 else {}
    return cluster(machines, items, **more)


def fewest(instance: Consolidation) -> int | None:
    """Return the fewest machines by trying all assignments; None where none is feasible."""
    names = [machine.name for machine in instance.machines]
    items, best = instance.items, None
    home = [None if item.machine is None else names.index(item.machine) for item in items]
    for places in product(range(len(names)), repeat=len(items)):
        moved = [h is not None and h != j for h, j in zip(home, places, strict=True)]
        budget = instance.migration_budget
        if budget is not None and sum(moved) > budget:
            continue
        if any(m and j not in home for m, j in zip(moved, places, strict=True)):
            continue
        if best is not None and len(set(places)) >= best:
            continue
        if all(holds(instance, places, j) for j in set(places)):
            best = len(set(places))
    return best


def holds(instance: Consolidation, places: tuple[int, ...], j: int) -> bool:
    there = [item.demand for item, k in zip(instance.items, places, strict=True) if k == j]
    cpu, gpu = instance.machines[j].capacity
    return sum(each[0] for each in there) <= cpu and fit([each[1] for each in there], int(gpu))


@pytest.mark.parametrize("seed", range(200))
def test_all_say_the_same_as_an_enumeration(seed: int) -> None:
    instance, best = draw_instance(seed), fewest(draw_instance(seed))
    exact = optgap.solve(instance, "exact", gap=0)
    assert exact.objective == best
    assert exact.status == ("infeasible" if best is None else "optimal")
    for name in ("column-generation", METHODS[seed % len(METHODS)]):
        outcome = optgap.solve(instance, name)
        assert outcome.status != "error"
        assert (outcome.status == "infeasible") <= (best is None)
        if best is None:
            assert outcome.objective is None
        else:
            assert outcome.objective is None or outcome.objective >= best
            assert outcome.bound is None or outcome.bound <= best
        if outcome.bound_kind == "certified" and outcome.certificate is not None:
            assert optgap.check(instance, outcome).certificate == "valid"


@pytest.mark.parametrize("seed", range(60))
def test_the_checker_decides_by_the_definition(seed: int) -> None:
    instance = draw_instance(2 * seed)
    rng = np.random.default_rng(seed)
    for _ in range(10):
        places = tuple(rng.integers(0, 3, len(instance.items)).tolist())
        machine = np.array(places)
        fine = all(holds(instance, places, j) for j in set(places))
        verdict = optgap.check(instance, instance.decision(machine))
        assert verdict.feasible == fine
        assert (len(overfull(instance, machine)) == 0) == fine
        assert {each.constraint for each in verdict.violations} <= {"capacity", "devices"}


def test_one_constraint_decides() -> None:
    """Three shares of 0.6 are 1.8 of 2 devices, and one too many; with 0.4 they fit."""
    instance = cluster([[9, 2], [9, 2]], [(1, 0.6), (1, 0.6), (1, 0.6), (1, 0.4)])
    outside = {"machine": {"i0": "m0", "i1": "m0", "i2": "m0", "i3": "m1"}}
    inside = {"machine": {"i0": "m0", "i1": "m0", "i2": "m1", "i3": "m0"}}
    assert optgap.check(instance, inside).feasible
    (violation,) = optgap.check(instance, outside).violations
    assert (violation.constraint, violation.where) == ("devices", "m0")
    assert violation.message == "3 of 0.6 of gpu do not fit into 2 devices"


def test_shares_that_first_fit_does_not_pack() -> None:
    """First fit puts 0.45 and 0.35 together; 0.45 + 0.2 + 0.35 and 0.4 + 0.3 + 0.3 fill both."""
    shares = [0.45, 0.4, 0.35, 0.3, 0.3, 0.2]
    instance = cluster([[9, 2], [9, 2]], [(1, share) for share in shares])
    assert len(overfull(instance, np.zeros(6, dtype=np.int64))) == 0
    assert optgap.check(instance, instance.decision(np.zeros(6, dtype=np.int64))).feasible
    assert optgap.solve(instance, "exact").objective == 1


@pytest.mark.parametrize("seed", range(40))
def test_both_searches_pack_what_fits(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shares = [round(float(each), 2) for each in rng.uniform(0.05, 0.9, rng.integers(4, 9))]
    instance = cluster([[99, 3]], [(1, share) for share in shares])
    book = instance.device_book
    fine = fit(shares, 3)
    assert packs(book, book.number[0], book.pieces.sum(axis=0)) == fine
    assert shares_fit([Fraction(str(each)) for each in shares], 3) is fine


def test_units_of_other_resources_do_not_matter() -> None:
    for seed in (2, 5, 9, 14):
        instance = draw_instance(seed)
        document = instance.model_dump(exclude_none=True)
        for each in document["machines"]:
            each["capacity"] = (each["capacity"][0] * 1e6, each["capacity"][1])
        for each in document["items"]:
            each["demand"] = (each["demand"][0] * 1e6, each["demand"][1])
        scaled = Consolidation.model_validate(document)
        for method in METHODS:
            plain, other = optgap.solve(instance, method), optgap.solve(scaled, method)
            assert (plain.objective, plain.bound) == (other.objective, other.bound)
            assert plain.decision == other.decision


def test_too_many_halves_prove_that_there_is_no_plan() -> None:
    """Five shares of 0.46 to 0.48 go in pairs, and with one of 0.55 need 4 devices, not 2.9."""
    items = [(1, 0.46), (1, 0.47), (1, 0.48), (1, 0.47), (1, 0.47), (1, 0.55)]
    instance = cluster([[9, 1], [9, 2]], items)
    outcome = optgap.solve(instance, "best-fit")
    assert outcome.status == "infeasible"
    assert outcome.certificate == {"kind": "devices", "devices": {"gpu": 0.46}}
    assert halves_of(instance).threshold == {"gpu": 0.46}
    assert optgap.check(instance, outcome).certificate == "valid"
    larger = cluster([[9, 2], [9, 2]], items)
    solved = optgap.solve(larger, "exact")
    assert solved.objective == 2


def test_a_false_threshold_proves_nothing() -> None:
    instance = cluster([[9, 1], [9, 1]], [(1, 0.3), (1, 0.3), (1, 0.3)])
    outcome = optgap.solve(instance, "first-fit")
    for threshold, said in ((0.3, "above a third"), (0.6, "at most a half")):
        proof = {"kind": "devices", "devices": {"gpu": threshold}}
        verdict = optgap.check(instance, outcome.model_copy(update={"certificate": proof}))
        assert verdict.certificate == "invalid"
        assert said in str(verdict.violations)


def test_a_machine_whose_devices_are_overfull_now_is_relieved() -> None:
    items = [(1, 0.6, "m0"), (1, 0.6, "m0"), (1, 0.6, "m0"), (1, 0.1, "m1")]
    instance = cluster([[9, 2], [9, 2]], items)
    for method in ("drain-first-fit", "column-generation", "karpenter"):
        assert optgap.solve(instance, method).objective == 2
    assert optgap.solve(instance, "first-fit").status == "unknown"
