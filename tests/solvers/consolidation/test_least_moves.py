"""Fewest moves as the second objective: against budgets, exchanges, chains and the table."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from clusters import drawn_cluster

import optgap
from optgap.core.arrays import IntArray
from optgap.core.outcome import Answer
from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.solvers.consolidation import cost_of, moves_of
from optgap.solvers.consolidation.least_moves import least_spent
from optgap.validation.catalogue.methods.consolidation import with_fewer_moves
from optgap.validation.catalogue.table import problem_of


@pytest.mark.parametrize("seed", range(6))
def test_a_budget_one_unit_below_costs_a_machine(seed: int, tmp_path: Path) -> None:
    """The proof by other means: with less to spend on moves no plan is as good."""
    instance = drawn_cluster(tmp_path, seed, 5 + seed)
    found = optgap.solve(instance, "column-generation")
    assert found.status == "optimal"
    exact = optgap.solve(instance, "exact")
    assert exact.details["cost"] == found.details["cost"] == found.details.get("cost_bound", 0)
    assert exact.details["moves"] == found.details["moves"] == found.details.get("moves_bound", 0)
    if found.details["moves"]:
        less = found.details["cost"] - float(instance.cost_unit)
        tight = instance.model_copy(update={"migration_budget": less})
        bound = optgap.solve(tight, "column-generation", time_limit=20).bound
        assert bound is not None and bound > found.objective


@pytest.mark.parametrize("method", ["exact", "column-generation", "vro-offline-diagonal-exchange"])
def test_pods_alike_under_anti_affinity_stay(method: str, cluster) -> None:
    rule = {"kind": "apart", "items": ["w0", "w1"]}
    instance = cluster({"n0": 9, "n1": 9}, {"w0": (2, "n0"), "w1": (2, "n1")}, rules=[rule])
    assert optgap.solve(instance, method).details["moves"] == 0


def test_two_moves_where_six_were_made(cluster) -> None:
    """x and y leave n3 for n0; nobody else moves."""
    items = {"x": (2, "n3"), "y": (2, "n3"), "v": (8, "n1"), "u": (8, "n2")}
    items |= {f"w{k}": (1, "n0") for k in range(5)}
    instance = cluster(dict.fromkeys(("n0", "n1", "n2", "n3"), 9), items)
    for method in ("exact", "column-generation", "karpenter"):
        found = optgap.solve(instance, method)
        assert (found.objective, found.details["moves"]) == (3, 2)


def test_other_machines_are_freed_where_that_saves_moves(
    cluster,
) -> None:
    """Best fit empties the machine of least cost; a budget of none says which is cheapest."""
    items = {f"a{k}": (1, "n0") for k in range(3)} | {"b": (6, "n1"), "c": (5, "n2")}
    instance = cluster(dict.fromkeys(("n0", "n1", "n2"), 9), items)
    found = optgap.solve(instance, "exact")
    assert (found.objective, found.details["moves"], found.details["moves_bound"]) == (2, 1, 1)


def test_the_table_says_what_is_proven(optgap_command, tmp_path: Path, cluster) -> None:
    items = {f"a{k}": (1, "n0") for k in range(3)} | {"b": (6, "n1"), "c": (5, "n2")}
    instance = cluster(dict.fromkeys(("n0", "n1", "n2"), 9), items)
    optgap.save(instance, tmp_path / "i.json")
    shown = optgap_command("solve", tmp_path / "i.json", "--method", "exact").out
    assert "1 (proven fewest, certified)" in shown
    shown = optgap_command("solve", tmp_path / "i.json", "--method", "drain-best-fit").out
    assert "proven fewest" not in shown


def certified_by_budget(cluster) -> Consolidation:
    """Two items on each of four machines: the four that leave two of them are the fewest."""
    items = {f"i{j}{k}": (2, f"n{j}") for j in range(4) for k in range(2)}
    return cluster({f"n{j}": 8 for j in range(4)}, items)


def two_moves_where_machines_have_one_item(cluster) -> Consolidation:
    """Only b and c fit beside the others, so that the machine with two items becomes free."""
    items = {"a": (5, "n0"), "b": (2, "n1"), "c": (3, "n1"), "d": (4, "n2")}
    return cluster({f"n{j}": 8 for j in range(3)}, items)


def test_the_certificate_of_moves_is_rechecked(cluster) -> None:
    """The judge takes the proof, and none of a bound that is one higher, nor one without proof."""
    instance = certified_by_budget(cluster)
    found = optgap.solve(instance, "column-generation")
    assert (found.objective, found.details["moves"], found.details["moves_bound"]) == (2, 4, 4)
    assert found.details["moves_bound_kind"] == "certified"
    document = found.model_dump(mode="json")
    assert optgap.check(instance, document).violations == ()
    for change in (
        {"cost_bound": 5.0, "moves_bound": 5},
        {"moves_certificate": None},
        {"moves_certificate": {"kind": "weights", "weights": [1]}},
        {"moves_bound": "4"},
    ):
        forged = {**document, "details": {**document["details"], **change}}
        violations = optgap.check(instance, forged).violations
        assert any("moves" in str(each) for each in violations), change


def test_what_waits_has_a_cost_in_the_file_and_none_in_a_plan(cluster) -> None:
    """The unit of costs is that of the file, for the judge and for the proof."""
    items = {f"i{j}{k}": (2, f"n{j}") for j in range(4) for k in range(2)}
    instance = cluster({f"n{j}": 8 for j in range(4)}, {**items, "waits": (1, None)})
    found = optgap.solve(instance, "column-generation")
    assert (found.status, found.details["moves_bound_kind"]) == ("optimal", "certified")


def test_where_nobody_may_stay_less_is_no_plan_at_all(cluster) -> None:
    """Both items overfill n0 today, so that one move is the least that any plan needs."""
    instance = cluster({"n0": 5, "n1": 5}, {"a": (4, "n0"), "b": (4, "n0")}, empty_machines="any")
    for method in ("exact", "column-generation"):
        found = optgap.solve(instance, method)
        assert (found.status, found.details["moves_bound"]) == ("optimal", 1)


def test_a_certificate_that_the_judge_does_not_take_is_not_claimed(
    monkeypatch: pytest.MonkeyPatch, cluster
) -> None:
    from optgap.validation.catalogue.methods import consolidation

    wrong = {"kind": "weights", "weights": [1]}
    monkeypatch.setattr(consolidation, "BY_FREED_MACHINES", wrong)
    found = optgap.solve(certified_by_budget(cluster), "column-generation")
    assert found.status == "optimal" and "moves_bound" not in found.details


def test_nothing_is_less_than_no_move(cluster) -> None:
    instance = cluster({"n0": 9, "n1": 9}, {"a": (8, "n0"), "b": (8, "n1")})
    found = optgap.solve(instance, "exact")
    assert (found.details["moves_bound"], found.details["moves_bound_kind"]) == (0, "certified")


def test_a_bound_of_an_engine_alone_is_its_claim(cluster) -> None:
    """The machine that becomes free has one item, but two items must move."""
    details = optgap.solve(two_moves_where_machines_have_one_item(cluster)).details
    assert (details["moves_bound"], details["moves_bound_kind"]) == (2, "solver")


def plans(instance: Consolidation) -> Iterator[IntArray]:
    """Yield all assignments that fit."""
    demand, room = instance.demand[:, 0], instance.usable[:, 0]
    for each in itertools.product(range(len(instance.machines)), repeat=len(instance.items)):
        machine = np.array(each)
        if (np.bincount(machine, weights=demand, minlength=len(room)) <= room).all():
            yield machine


@pytest.mark.parametrize("seed", range(20))
def test_no_plan_as_good_spends_less_than_the_freed_machines(seed: int, cluster) -> None:
    """Against lists of all plans, for every plan of the list."""
    rng = random.Random(seed)
    items = {f"i{k}": (rng.randint(1, 5), f"n{rng.randrange(3)}") for k in range(6)}
    costs = {f"i{k}": rng.choice([1.0, 1.5, 3.0]) for k in range(6)}
    instance = cluster({f"n{j}": 12 for j in range(3)}, items)
    priced = [
        item.model_copy(update={"migration_cost": costs[item.name]}) for item in instance.items
    ]
    instance = instance.model_copy(update={"items": tuple(priced)})
    spent = [
        (
            instance.units_of(machine),
            cost_of(instance, machine),
            moves_of(instance, machine),
            machine,
        )
        for machine in plans(instance)
    ]
    for units in {units for units, *_ in spent}:
        machine = next(each[-1] for each in spent if each[0] == units)
        least = least_spent(instance, machine)
        as_good = [each[1:3] for each in spent if each[0] <= units]
        assert min(as_good) >= (least.cost, least.moves)
        assert min(moves for _, moves in as_good) >= least.moves


def test_a_program_with_too_many_columns_leaves_a_bound(
    monkeypatch: pytest.MonkeyPatch, cluster
) -> None:
    """What must leave the machines that are freed is a bound on cost and moves, and certified."""
    from optgap.solvers.consolidation import count_program

    monkeypatch.setattr(count_program, "MOST_COLUMNS", 0)
    instance = two_moves_where_machines_have_one_item(cluster)
    found = optgap.solve(instance, "column-generation")
    bounds = {key: found.details[key] for key in ("cost_bound", "moves_bound", "moves_bound_kind")}
    assert bounds == {"cost_bound": 1.0, "moves_bound": 1, "moves_bound_kind": "certified"}
    document = found.model_dump(mode="json")
    assert optgap.check(instance, document).violations == ()
    document["details"] |= {"cost_bound": 2.0, "moves_bound": 2}
    assert optgap.check(instance, document).violations


def test_a_plan_that_is_not_proven_has_a_bound_on_its_moves(cluster) -> None:
    """All plans as good free as many machines, whether or not there are better ones."""
    items = {f"i{j}{k}": (2, f"n{j}") for j in range(4) for k in range(2)}
    instance = cluster({f"n{j}": 8 for j in range(4)}, items)

    unproven = Answer(instance.decision(np.array([0, 0, 1, 1, 2, 2, 2, 2])), bound=2.0)
    others = with_fewer_moves(instance, Run("minimize"), unproven, proves=False)
    assert "moves_bound" not in others.details
    details = with_fewer_moves(instance, Run("minimize"), unproven, proves=True).details
    assert details["moves_bound"] == 2 and details["moves_bound_kind"] == "certified"
    claims = problem_of(instance).claims_beside
    assert not claims(instance, 3.0, details)
    assert claims(instance, 4.0, details)
