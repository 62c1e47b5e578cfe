"""Branching alone closes small clusters; the checker accepts its trees, and no forged ones."""

import copy
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.solvers.consolidation import column_generation as method
from optgap.solvers.consolidation import tree
from optgap.solvers.consolidation.incumbent import PackingSearch
from optgap.solvers.consolidation.master import Master

check_certificate = optgap.problem_named("consolidation").check_certificate

BRANCHES = {"patterns": 0, "dives": 0, "branches": 500}


def tight_cluster(seed: int, machines: int = 7, items: int = 12) -> Consolidation:
    """Return machines of three kinds with prices, residents that are dear to move, a budget."""
    rng = np.random.default_rng(seed)
    resources = 1 + seed % 2
    names = [f"m{j}" for j in range(machines)]
    capacity = rng.integers(8, 13, size=(3, resources))
    kind = rng.integers(0, 3, size=machines)
    room = {name: capacity[kind[j]].astype(float) for j, name in enumerate(names)}
    document: list[dict[str, object]] = []
    for i in range(items):
        demand = rng.integers(1, 7, size=resources).astype(float)
        item: dict[str, object] = {"name": f"i{i}", "demand": demand.tolist()}
        fits = [name for name in names if (room[name] >= demand).all()]
        if fits and rng.random() < 0.85:
            home = str(rng.choice(fits))
            room[home] -= demand
            item |= {"machine": home, "migration_cost": float(rng.integers(1, 6))}
        document.append(item)
    return Consolidation.model_validate(
        {
            "name": f"tight-{seed}",
            "resources": [f"r{r}" for r in range(resources)],
            "machines": [
                {
                    "name": name,
                    "capacity": capacity[kind[j]].tolist(),
                    "price": float(rng.integers(1, 9)),
                }
                for j, name in enumerate(names)
            ],
            "items": document,
            "migration_budget": float(rng.integers(2, 10)),
            "empty_machines": "any",
            "objective": ("machines", "price")[seed % 3 == 0],
        }
    )


@pytest.fixture(autouse=True)
def _no_greedy_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[method.__module__], "greedy_plans", lambda *_: iter(()))


@pytest.mark.parametrize("seed", [7, 10, 12, 15, 18, 21, 27, 87, 90, 120, 171, 183, 186])
def test_branching_alone_proves_the_optimum(seed: int) -> None:
    instance = tight_cluster(seed)
    outcome = optgap.solve(instance, "column-generation", gap=0, options=BRANCHES)
    program = optgap.solve(instance, "exact", gap=0)
    assert (outcome.status, outcome.objective) == (program.status, program.objective)
    assert (outcome.bound, outcome.bound_kind) == (program.objective, "certified")


def test_two_pairs_that_must_be_apart() -> None:
    """Requests alone: the relaxation mixes halves of patterns, a tree of pairs decides."""
    found = []
    for seed in (0, 3, 5, 8):
        rng = np.random.default_rng(seed)
        demands = rng.integers(2, 8, size=(13, 2)).tolist()
        instance = Consolidation.model_validate(
            {
                "name": "pairs",
                "resources": ["a", "b"],
                "machines": [{"name": f"m{j}", "capacity": [14, 14]} for j in range(13)],
                "items": [{"name": f"i{i}", "demand": each} for i, each in enumerate(demands)],
            }
        )
        outcome = optgap.solve(instance, "column-generation", gap=0, options=BRANCHES)
        assert outcome.objective == optgap.solve(instance, "exact", gap=0).objective
        assert outcome.objective == outcome.bound
        found.append(outcome.details.get("branches", 0))
    assert sum(found) > 0


def proven(seed: int) -> tuple[Consolidation, dict[str, Any], float]:
    """Return a cluster that a tree proves, the tree and its bound."""
    instance = tight_cluster(seed)
    outcome = optgap.solve(instance, "column-generation", gap=0, options=BRANCHES)
    assert outcome.certificate is not None
    assert outcome.certificate["kind"] == "branches"
    assert check_certificate(instance, outcome.certificate, outcome.bound) == []
    return instance, outcome.certificate, outcome.bound


def leaves(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the leaves of a tree."""
    below = [tree[key] for key in ("together", "apart", "there", "elsewhere") if key in tree]
    for each in below:
        yield from leaves(each)
    if not below:
        yield tree


def forks(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the forks of a tree."""
    below = [tree[key] for key in ("together", "apart", "there", "elsewhere") if key in tree]
    if below:
        yield tree
    for each in below:
        yield from forks(each)


def _one_side_twice(tree: dict[str, Any]) -> None:
    for fork in forks(tree):
        if "items" in fork and fork["together"] != fork["apart"]:
            fork["apart"] = fork["together"]


def _other_side_twice(tree: dict[str, Any]) -> None:
    for fork in forks(tree):
        if "items" in fork and fork["together"] != fork["apart"]:
            fork["together"] = fork["apart"]


def _a_branch_missing(tree: dict[str, Any]) -> None:
    del next(forks(tree))["apart"]


def _unknown_item(tree: dict[str, Any]) -> None:
    next(forks(tree))["items"] = ["i0", "nobody"]


def _an_item_with_itself(tree: dict[str, Any]) -> None:
    next(forks(tree))["items"] = ["i0", "i0"]


def _scaled_up(tree: dict[str, Any]) -> None:
    for leaf in leaves(tree):
        leaf["scale"] = int(leaf["scale"] * 1.2)


def _free_moves(tree: dict[str, Any]) -> None:
    for leaf in leaves(tree):
        leaf["budget_price"] = 0


@pytest.mark.parametrize("seed", [12, 18, 21])
@pytest.mark.parametrize(
    "forge",
    [
        _one_side_twice,
        _other_side_twice,
        _a_branch_missing,
        _unknown_item,
        _an_item_with_itself,
        _scaled_up,
        _free_moves,
    ],
)
def test_forged_trees_are_refused(forge: Callable[[dict[str, Any]], None], seed: int) -> None:
    instance, certificate, bound = proven(seed)
    forged = copy.deepcopy(certificate)
    forge(forged["tree"])
    assert check_certificate(instance, forged, bound) != []


@pytest.mark.parametrize("seed", [12, 21])
def test_a_tree_proves_no_more_than_its_weakest_leaf(seed: int) -> None:
    instance, certificate, bound = proven(seed)
    assert check_certificate(instance, certificate, bound + 1) != []
    weak = copy.deepcopy(certificate)
    next(leaves(weak["tree"]))["prices"] = {}
    assert check_certificate(instance, weak, bound) != []


def test_a_tree_without_a_fork_is_a_proof_by_prices() -> None:
    """And a fork about an item that may be nowhere else is malformed."""
    instance = optgap.load("consolidation/exchange")
    outcome = optgap.solve(instance, "column-generation", gap=0)
    leaf = {"scale": 1, "budget_price": 0, "prices": {item.name: 0 for item in instance.items}}
    assert check_certificate(instance, {"kind": "branches", "tree": leaf}, 0) == []
    assert check_certificate(instance, {"kind": "branches", "tree": leaf}, outcome.bound) != []
    fixed = instance.items[0].model_copy(update={"fixed": True})
    held = instance.model_copy(update={"items": (fixed, *instance.items[1:])})
    names = [item.name for item in instance.items[:2]]
    fork = {"items": names, "together": leaf, "apart": leaf}
    [fault] = check_certificate(held, {"kind": "branches", "tree": fork}, 0)
    assert "is pinned, so the tree must not decide its place" in fault.message


def test_a_branch_that_is_left_when_the_time_is_up_is_not_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def with_little_time(search: PackingSearch, master: Master, most: int) -> None:
        def master_of(*given: Any) -> Master:
            search.stopped = "time_limit"
            return Master(*given)

        monkeypatch.setattr(tree, "Master", master_of)
        tree.branch(search, master, most)

    monkeypatch.setattr(sys.modules[method.__module__], "branch", with_little_time)
    outcome = optgap.solve(tight_cluster(12), "column-generation", options=BRANCHES, gap=0)
    assert (outcome.status, outcome.stopped) == ("feasible", "time_limit")


def test_a_tree_of_too_many_leaves_is_no_certificate() -> None:
    options = BRANCHES | {"proof_leaves": 1}
    outcome = optgap.solve(tight_cluster(12), "column-generation", options=options, gap=0)
    assert outcome.bound == outcome.objective
    assert (outcome.bound_kind, outcome.certificate) == ("solver", None)
