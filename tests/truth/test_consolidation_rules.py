"""Rules of consolidation on random small clusters: every method against brute force."""

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

import optgap
from optgap.core.outcome import Answer
from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation.rule_book import rules_hold
from optgap.solvers.consolidation.class_mix import class_bound, home_bound
from optgap.validation.judge import judged_outcome
from optgap_cluster import ClusterPlan

check = optgap.problem_named("consolidation").judge

SEEDS = range(30)
MASKED = {"fixed", "at_once"}  # no rules of the book: masks keep these items where they are
RULES = ("apart", "not_with", "with", "spread", "at_once", "fixed")


def small(seed: int) -> Consolidation:
    """Return up to 5 items on up to 4 machines with up to 3 rules; odd ones with prices."""
    rng = random.Random(seed)
    count = rng.randint(2, 4)
    priced = seed % 2 == 1
    machines: list[dict[str, Any]] = []
    for j in range(count):
        each: dict[str, Any] = {"name": f"m{j}", "capacity": [rng.randint(3, 6) for _ in "ab"]}
        if j == 0 or rng.random() < 0.85:
            each["labels"] = {"zone": rng.choice("xyz")}
        if priced:
            each["price"] = rng.choice([0.1, 0.25, 0.4])
        if rng.random() < 0.1:
            each["keep"] = True
        machines.append(each)
    items: list[dict[str, Any]] = []
    for i in range(rng.randint(2, 5)):
        item: dict[str, Any] = {"name": f"i{i}", "demand": [rng.randint(0, 3) for _ in "ab"]}
        if seed % 3 == 0:
            item["migration_cost"] = rng.choice([0, 0.5, 1, 2])
        if rng.random() < 0.75:
            item |= {"machine": f"m{rng.randrange(count)}"}
            if rng.random() < 0.15:
                item["fixed"] = True
        if rng.random() < 0.2:
            item["allowed_machines"] = sorted({f"m{rng.randrange(count)}" for _ in range(2)})
        items.append(item)
    names = [item["name"] for item in items]
    document = {
        "name": f"small-{seed}",
        "resources": ["a", "b"],
        "machines": machines,
        "items": items,
        "rules": [rule for _ in range(rng.randint(1, 3)) if (rule := drawn(rng, names))],
        "empty_machines": rng.choice(["any", "keep"]),
    }
    if rng.random() < 0.3:
        document["migration_budget"] = rng.randint(0, 3)
    if priced:
        offer = {"type": "o", "capacity": [4, 4], "price": 0.15, "labels": {"zone": "x"}}
        document |= {"objective": "price", "offers": [offer]}
    return Consolidation.model_validate(document)


def drawn(rng: random.Random, names: list[str]) -> dict[str, Any] | None:
    kind = rng.choice(RULES[:5])
    items = rng.sample(names, rng.randint(1, len(names)))
    rest = [name for name in names if name not in items]
    rule: dict[str, Any] = {"kind": kind, "items": items}
    if kind == "at_once":
        return rule | {"items": items[:2], "at_most": rng.randint(0, 1)}
    rule["level"] = rng.choice(["machine", "zone"])
    if kind == "apart":
        return rule | {"at_most": rng.randint(1, 2)}
    if kind == "spread":
        return rule | {"max_skew": rng.randint(1, 2)}
    others = rest if kind == "not_with" else names
    if not others:
        return None
    return rule | {"others": rng.sample(others, rng.randint(1, len(others)))}


def accepted(instance: Consolidation) -> list[tuple[float, float, int]]:
    """Return objective, cost and moves of all decisions that the checker accepts."""
    values = []
    names = [item.name for item in instance.items]
    book = instance.rule_book
    for chosen in itertools.product([s.name for s in instance.sites], repeat=len(names)):
        decision = {"machine": dict(zip(names, chosen, strict=True))}
        verdict = check(instance, decision)
        ruled_out = {v.constraint for v in verdict.violations} & set(RULES)
        if not {v.constraint for v in verdict.violations} - set(RULES):
            # the compiled rules of the methods say what the checker says
            assert rules_hold(book, instance.numbers(decision)) == (not ruled_out - MASKED)
        if not verdict.violations:
            details = verdict.details
            values.append((verdict.objective, details["cost"], details["moves"]))
    return values


@pytest.mark.parametrize("seed", SEEDS)
def test_all_methods_against_brute_force(seed: int) -> None:
    instance = small(seed)
    if len(instance.sites) ** len(instance.items) > 700:
        pytest.skip("too many decisions for a quick test")
    value = min(accepted(instance), default=None)
    exact = optgap.solve(instance, "exact", gap=0)
    assert exact.status == ("infeasible" if value is None else "optimal"), exact.message
    if value is not None:
        assert exact.objective == pytest.approx(value[0])
        assert (exact.details["cost"], exact.details["moves"]) == (
            pytest.approx(value[1]),
            value[2],
        )
    for method in ("column-generation", "drain-best-fit", "vro-offline-diagonal-exchange"):
        found = optgap.solve(instance, method)
        assert found.stopped != "error", (method, found.message)
        assert found.status != "infeasible" or value is None
        if found.bound is not None and value is not None:
            assert found.bound <= value[0] + 1e-9
        if found.objective is not None:
            assert value is not None
            assert found.objective >= value[0] - 1e-9
        if value is not None and found.status == "optimal" and method == "column-generation":
            assert (found.details["cost"], found.details["moves"]) == (
                pytest.approx(value[1]),
                value[2],
            )
            if value[1]:
                assert found.details["cost_bound"] == pytest.approx(value[1])
                assert found.details["moves_bound"] == value[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_front_of_moves_against_brute_force(seed: int) -> None:
    """No plan is better in objective and cost than a point, and no point is missing."""
    instance = small(seed)
    placed = all(item.machine for item in instance.items)
    if not placed or len(instance.sites) ** len(instance.items) > 700:
        pytest.skip("nothing to compare, or too many decisions for a quick test")
    values = {(objective, cost) for objective, cost, _ in accepted(instance)}
    front = {v for v in values if not any(o != v and o[0] <= v[0] and o[1] <= v[1] for o in values)}
    start = optgap.solve(instance, "exact")
    if start.decision is None:
        assert not values
        return
    plans = ClusterPlan(instance, start).trade_offs()
    assert all(plan.proven for plan in plans)
    assert sorted((p.units, p.cost) for p in plans) == [(p.units, p.cost) for p in plans]
    assert len(plans) == len(front)
    for plan, point in zip(plans, sorted(front), strict=True):
        cost = float(plan.cost * instance.cost_unit)
        assert (instance.value_of(plan.units), cost) == pytest.approx(point)


def by_hand(instance: Consolidation, decision: dict[str, Any]) -> Fraction:
    """Return what a decision costs: machines in use, and the price of every move."""
    price = {site.name: Fraction(str(site.price or 0)) for site in instance.sites}
    if instance.objective != "price":
        price = dict.fromkeys(price, Fraction(1))
    kept = {machine.name for machine in instance.machines if machine.keep}
    value = sum((price[name] for name in kept | {*decision["machine"].values()}), Fraction(0))
    for item in instance.items:
        if item.machine not in (None, decision["machine"][item.name]):
            value += Fraction(str(item.migration_cost)) * Fraction(str(instance.migration_price))
    return value


@pytest.mark.parametrize("seed", SEEDS)
def test_a_price_of_migrations_against_brute_force(seed: int) -> None:
    """The objective is the one added by hand; no method finds less, and no bound is above it."""
    price = random.Random(seed).choice([0.01, 0.05, 0.1, 0.3])
    instance = small(seed).replaced(migration_price=price)
    if len(instance.sites) ** len(instance.items) > 300:
        pytest.skip("too many decisions for a quick test")
    names = [item.name for item in instance.items]
    values = []
    for chosen in itertools.product([s.name for s in instance.sites], repeat=len(names)):
        decision = {"machine": dict(zip(names, chosen, strict=True))}
        verdict = check(instance, decision)
        if not verdict.violations:
            values.append(by_hand(instance, decision))
            assert verdict.objective == pytest.approx(float(values[-1]))
            machine = instance.numbers(decision)
            assert instance.value_of(instance.units_of(machine)) == float(values[-1])
    least = float(min(values)) if values else None
    for method in ("exact", "column-generation", "price-guided", "karpenter", "drain-best-fit"):
        found = optgap.solve(instance, method, gap=0 if method == "exact" else 1e-6)
        assert found.stopped != "error", (method, found.message)
        assert found.status != "infeasible" or least is None
        if method == "exact" or found.status == "optimal":
            assert found.objective == (None if least is None else pytest.approx(least)), method
        if least is not None:
            assert found.bound is None or found.bound <= least + 1e-9, method
            assert found.objective is None or found.objective >= least - 1e-9, method


def test_prices_on_each_machine_prove_a_bound_that_is_checked_again() -> None:
    """They prove more than prices of classes, and a bound above theirs is refused."""
    drawn = optgap.generate(
        "consolidation", seed=1, machines=10, kind="physical", running=True, load=0.5
    )
    price = round(3 / sum(item.migration_cost for item in drawn.items), 4)
    instance = drawn.replaced(migration_price=price, migration_budget=None)
    run = Run("minimize")
    by_class, by_machine = class_bound(instance, run), home_bound(instance, run)
    assert by_class is not None and by_machine is not None
    assert by_machine[0] > by_class[0]
    bound = instance.value_of(by_machine[0])
    answer = Answer(
        instance.decision(instance.home),
        bound=bound,
        bound_kind="certified",
        certificate=by_machine[1],
    )
    entry = optgap.problem_named("consolidation")
    outcome = judged_outcome(entry, instance, "exact", answer, run, {})
    assert (outcome.bound, outcome.bound_kind) == (bound, "certified")
    claim = outcome.model_copy(update={"bound": bound + 0.01})
    assert optgap.check(instance, claim).certificate == "invalid"
