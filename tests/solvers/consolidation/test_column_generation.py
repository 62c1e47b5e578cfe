"""Column generation against brute force, the integer program on two engines, and known optima."""

import csv
from pathlib import Path

import numpy as np
import pytest
from enumeration import assignments, least
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation.generate import generate
from optgap.solvers.consolidation import column_generation
from optgap.solvers.consolidation.flavours import Flavours
from optgap.solvers.consolidation.master import Master, columns_within
from optgap.solvers.consolidation.pricing import SCALE, Prices, price_patterns

check = optgap.problem_named("consolidation").judge

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "vbp_vectorpack" / "small"
POLICIES = ("drain-best-fit", "vro-offline-diagonal-exchange", "vro-offline-dot-product")


def random_cluster(seed: int, *, machines: int = 3, items: int = 7) -> Consolidation:
    """Return a few machines of two kinds with residents, requests, ties and a budget."""
    rng = np.random.default_rng(seed)
    resources = 1 + seed % 3
    names = [f"m{j}" for j in range(machines)]
    capacity = rng.integers(8, 14, size=(2, resources))
    room = {name: capacity[j % 2].astype(float) for j, name in enumerate(names)}
    document: list[dict[str, object]] = []
    for i in range(items):
        demand = rng.integers(0, 6, size=resources).astype(float)
        fits = [name for name in names[:-1] if (room[name] >= demand).all()]
        item: dict[str, object] = {"name": f"i{i}", "demand": demand.tolist()}
        if fits and rng.random() < 0.8:
            home = str(rng.choice(fits))
            room[home] -= demand
            item |= {"machine": home, "migration_cost": float(rng.integers(0, 3))}
        if rng.random() < 0.2:
            item["allowed_machines"] = [str(name) for name in rng.choice(names, 2, replace=False)]
        document.append(item)
    return Consolidation.model_validate(
        {
            "name": f"random-{seed}",
            "resources": [f"r{r}" for r in range(resources)],
            "machines": [
                {"name": name, "capacity": capacity[j % 2].tolist()} for j, name in enumerate(names)
            ],
            "items": document,
            "migration_budget": [None, 0.0, 1.0, 2.0, 4.0][seed % 5],
            "empty_machines": ("keep", "any")[seed % 2],
        }
    )


@pytest.mark.parametrize("seed", range(12))
def test_brute_force_and_the_program_agree(seed: int) -> None:
    instance = random_cluster(seed, items=6)
    expected = least(check, instance, assignments(instance))
    outcomes = [optgap.solve(instance, "column-generation", gap=0)]
    outcomes += [optgap.solve(instance, "exact", solver=s, gap=0) for s in ("highs", "scip")]
    for outcome in outcomes:
        assert outcome.status == ("infeasible" if expected is None else "optimal")
        assert outcome.objective == outcome.bound == expected


@pytest.mark.parametrize("seed", range(25))
def test_the_program_agrees_on_larger_clusters(seed: int) -> None:
    instance = random_cluster(seed + 100, machines=6, items=16)
    found = optgap.solve(instance, "column-generation", gap=0)
    program = optgap.solve(instance, "exact", gap=0)
    assert (found.status, found.objective) == (program.status, program.objective)
    assert found.objective == found.bound


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.integers(0, 10_000),
    st.sampled_from(["physical", "ecs"]),
    st.sampled_from([None, 0.0, 0.1, 0.4]),
)
def test_no_policy_beats_the_bound(seed: int, kind: str, budget: float | None) -> None:
    """Bound <= optimum <= every policy; the bound is proven by prices or cheaper."""
    instance = generate(seed, machines=8, kind=kind, load=0.5, budget=budget, requests=seed % 4)
    outcome = optgap.solve(instance, "column-generation", options={"patterns": 0, "dives": 4})
    assert outcome.bound_kind == "certified"
    assert outcome.bound <= outcome.objective
    for method in POLICIES:
        policy = optgap.solve(instance, method)
        assert policy.objective is None or outcome.bound <= policy.objective


@pytest.mark.parametrize("name", ["exchange", "no-budget-for-exchange", "mixed", "classical-56"])
def test_bundled_instances_are_proven(name: str) -> None:
    instance = optgap.load(f"consolidation/{name}")
    expected = {"exchange": 2, "no-budget-for-exchange": 3, "mixed": 3, "classical-56": 4}
    outcome = optgap.solve(instance, "column-generation", gap=0)
    assert (outcome.status, outcome.objective) == ("optimal", expected[name])


@pytest.mark.parametrize("name", ["physical-100", "ecs-150", "ecs-12"])
def test_bundled_clusters_are_proven(name: str) -> None:
    outcome = optgap.solve(optgap.load(f"consolidation/{name}"), "column-generation", gap=0)
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
    assert outcome.objective == {"physical-100": 61, "ecs-150": 110, "ecs-12": 8}[name]


def test_flavours_in_number() -> None:
    """2,000 requests of 60 flavours: first-fit decreasing is far off, prices prove the optimum."""
    instance = generate(1, kind="flavours", items=2000, flavours=60)
    outcome = optgap.solve(instance, "column-generation", gap=0)
    assert (outcome.status, outcome.objective, outcome.bound_kind) == ("optimal", 540, "certified")
    assert optgap.solve(instance, "first-fit-decreasing").objective == 578


def machines_and_items(machines: int, demands: list[list[int]]) -> Consolidation:
    """Return requests for machines of 10 in every resource."""
    resources = [f"r{r}" for r in range(len(demands[0]))]
    return Consolidation.model_validate(
        {
            "name": "by-hand",
            "resources": resources,
            "machines": [
                {"name": f"m{j}", "capacity": [10] * len(resources)} for j in range(machines)
            ],
            "items": [{"name": f"i{i}", "demand": demand} for i, demand in enumerate(demands)],
        }
    )


@pytest.mark.parametrize(
    ("machines", "demands", "kind"),
    [
        # two items above half of the first resource, and one of half: 3 by a threshold
        (2, [[6, 1], [6, 1], [1, 6], [1, 6], [5, 5]], "threshold"),
        # no two of the three fit together, each pair for another resource: 3 by prices
        (2, [[6, 6, 0], [0, 6, 6], [6, 0, 6]], "prices"),
    ],
)
def test_too_few_machines(machines: int, demands: list[list[int]], kind: str) -> None:
    instance = machines_and_items(machines, demands)
    outcome = optgap.solve(instance, "column-generation")
    assert outcome.status == "infeasible"
    assert (outcome.certificate or {}).get("kind") == kind
    assert optgap.solve(instance, "exact").status == "infeasible"


def test_an_overfull_machine_is_left() -> None:
    exchange = optgap.load("consolidation/exchange")
    heavy = exchange.items[0].model_copy(update={"demand": (6.0, 1.0)})
    crowded = exchange.model_copy(update={"items": (heavy, *exchange.items[1:])})
    program = optgap.solve(crowded, "exact", gap=0)
    outcome = optgap.solve(crowded, "column-generation", gap=0)
    assert (outcome.status, outcome.objective) == ("optimal", program.objective)


def test_a_time_limit_leaves_a_plan_and_a_bound() -> None:
    instance = generate(1, kind="flavours", items=300, flavours=40)
    outcome = optgap.solve(instance, "column-generation", time_limit=0.0)
    assert (outcome.status, outcome.stopped) == ("feasible", "time_limit")
    assert outcome.bound_kind == "certified"


def test_equal_seeds_make_equal_plans() -> None:
    instance = generate(3, kind="flavours", items=120, flavours=30)
    first, second = (optgap.solve(instance, "column-generation", seed=5) for _ in range(2))
    assert first.decision == second.decision


def test_the_bound_holds_for_any_prices() -> None:
    """Random prices prove less than the optimum, and never more."""
    rng = np.random.default_rng(1)
    for seed in range(10):
        instance = random_cluster(seed, machines=4, items=9)
        optimum = optgap.solve(instance, "exact", gap=0).objective
        if optimum is None:
            continue
        flavours = Flavours.of(instance)
        for _ in range(20):
            prices = Prices.rounded(rng.random(len(flavours.size)), rng.random() / 4)
            sides = (flavours.count, flavours.machines, instance.budget)
            found = price_patterns(flavours, prices, np.zeros(len(flavours.room)), sides)
            assert found.bound <= optimum * SCALE


def test_the_enumeration_is_complete() -> None:
    """With an unlimited slack it lists all maximal patterns, here counted by hand."""
    items = [{"name": f"i{i}", "demand": [size]} for i, size in enumerate([3, 3, 4, 5])]
    machines = [{"name": f"m{j}", "capacity": [8]} for j in range(4)]
    document = {"name": "x", "resources": ["a"], "machines": machines, "items": items}
    flavours = Flavours.of(Consolidation.model_validate(document))
    prices = Prices.rounded(np.zeros(3), 0.0)
    found = columns_within(flavours, prices, SCALE, 100, lambda: False)
    patterns = {tuple(flavours.size[:, 0][np.repeat(np.arange(3), p)]) for _, p in found or []}
    assert patterns == {(3, 3), (3, 4), (3, 5)}


def vectors(name: str) -> Consolidation:
    """Read an instance of vector packing: one machine per item would do."""
    numbers = (FOLDER / f"{name}.vbp").read_text().split()
    resources = int(numbers[0])
    capacity = [float(each) for each in numbers[1 : resources + 1]]
    values = np.array(numbers[resources + 2 :], dtype=float).reshape(-1, resources + 1)
    rows = np.repeat(values[:, :-1], values[:, -1].astype(int), axis=0)
    return Consolidation.model_validate(
        {
            "name": name.replace("/", "-"),
            "resources": [f"r{r}" for r in range(resources)],
            "machines": [{"name": f"m{j}", "capacity": capacity} for j in range(len(rows))],
            "items": [{"name": f"i{i}", "demand": row.tolist()} for i, row in enumerate(rows)],
        }
    )


@pytest.mark.skipif(not FOLDER.exists(), reason="the vector packing instances are not here")
@pytest.mark.parametrize(
    "name",
    [
        "New/class1_20_10_0",
        "New/class1_60_3_0",
        "New/class3_40_10_0",
        "New/class5_40_5_0",
        "Panigrahy/class2_60_10_0",
        "Panigrahy/class7_40_3_0",
        "Panigrahy/class9_60_5_0",
        "Triplet/classF_60_3_0",
    ],
)
def test_known_optima_of_vector_packing(name: str) -> None:
    with (FOLDER / "opt.csv").open() as file:
        known = {f"{row['set']}/{row['instance']}": int(row["OPT"]) for row in csv.DictReader(file)}
    outcome = optgap.solve(vectors(name), "column-generation", gap=0)
    assert outcome.objective == outcome.bound == known[name]


def test_reports_say_the_truth_from_the_beginning() -> None:
    instance = generate(2, kind="flavours", items=300, flavours=60)
    run = Run(sense="minimize")
    answer = column_generation(instance, run, start=lambda *_: iter(()))
    assert answer.decision is not None
    values = [value for _, value, _ in run.trace if value is not None]
    bounds = [bound for _, _, bound in run.trace if bound is not None]
    assert values == sorted(values, reverse=True)
    assert bounds == sorted(bounds)
    assert run.objective == check(instance, answer.decision).objective


def test_in_a_dive_a_machine_for_an_item_alone_is_cheaper_than_to_leave_it_out() -> None:
    """At the same price dives ended with items left out, and without a plan."""
    flavours = Flavours.of(machines_and_items(3, [[10], [9], [8]]))
    master = Master(flavours, np.ones(3))
    alone = [(0, pattern) for pattern in np.eye(3, dtype=np.int64)]
    master.add_all(alone)
    small = master.part(alone)
    assert (small.penalty > flavours.rate[0]).all()
    assert small.solve().left_out.sum() == 0


def test_a_budget_where_every_machine_is_of_a_class_of_its_own() -> None:
    """The best patterns of all machines are alike; from them alone the relaxation hardly fell."""
    packing = generate(1, kind="flavours", items=200, flavours=80)
    document = packing.model_dump(mode="json")
    home = optgap.solve(packing, "first-fit").decision["machine"]
    for item in document["items"]:
        item["machine"], item["migration_cost"] = home[item["name"]], item["demand"][1]
    document["migration_budget"] = 0.2 * sum(item["migration_cost"] for item in document["items"])
    instance = Consolidation.model_validate(document)
    assert len(Flavours.of(instance).room) > 60
    assert all(
        len(set(optgap.solve(each, "column-generation").decision["machine"].values())) == 58
        for each in (packing, instance)
    )


def test_numbers_of_many_digits() -> None:
    """In whole units these are beyond 10^15; tables and engines must not overflow."""
    sizes = [145.57499608123, 145.57499608124, 300.1, 60.0000000000007]
    document = {
        "problem": "consolidation",
        "version": 1,
        "name": "digits",
        "resources": ["a", "b"],
        "machines": [{"name": f"m{j}", "capacity": [512.0, 8000.0]} for j in range(4)],
        "items": [
            {"name": f"i{k}", "demand": [size, 100.0], "machine": f"m{k}"}
            for k, size in enumerate(sizes)
        ],
        "migration_budget": 2.00000000000003,
    }
    instance = Consolidation.model_validate(document)
    for method in ("column-generation", "exact"):
        outcome = optgap.solve(instance, method)
        assert (outcome.status, outcome.objective) == ("optimal", 2), method
