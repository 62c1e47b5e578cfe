"""Fewest moves as the second objective: against budgets, exchanges, chains and the table."""

import json
from pathlib import Path

import pytest

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.instances.importers.kubernetes import read_cluster
from optgap.instances.importers.kubernetes.generating import generate_dump


def imported(seed: int, nodes: int, folder: Path) -> Consolidation:
    dump = folder / "dump.json"
    dump.write_text(json.dumps(generate_dump(seed, nodes=nodes, pods=10 * nodes)))
    return read_cluster([dump]).instance


@pytest.mark.parametrize("seed", range(6))
def test_a_budget_one_unit_below_costs_a_machine(seed: int, tmp_path: Path) -> None:
    """The proof by other means: with less to spend on moves no plan is as good."""
    instance = imported(seed, 5 + seed, tmp_path)
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
    assert "1 (proven fewest, solver)" in shown
    shown = optgap_command("solve", tmp_path / "i.json", "--method", "drain-best-fit").out
    assert "proven fewest" not in shown
