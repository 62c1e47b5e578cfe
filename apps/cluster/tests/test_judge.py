"""The judge of the claim that machines become free without pins."""

import ast
import json
from pathlib import Path

import pytest
from small_clusters import small_cluster, three_machines

import optgap
from optgap_cluster import ClusterPlan, judge, no_pins, why_stays
from optgap_cluster.judge import without_pins_violations


@pytest.mark.parametrize("key", ["freed_without_pins", "proven_without_pins"])
@pytest.mark.parametrize(
    ("name", "changes", "freed", "faults"),
    [
        ("b", {}, ["m2"], ["b may come back to m2"]),
        ("b", {}, ["m1"], []),  # b stays on m2
        ("b", {"allowed_machines": ["m3"]}, ["m2"], []),
        ("b", {"allowed_machines": ["m1"]}, ["m2", "m1"], ["b may come back to m1"]),
        ("b", {"allowed_machines": []}, ["m2"], []),
        ("b", {"demand": [10.1, 1]}, ["m2"], []),  # though it is there now
        ("new", {}, ["m1"], ["new may come back to m1"]),
        ("new", {"demand": [7.1, 1]}, ["m1"], []),
        ("b", {}, "m2", []),
        ("b", {}, [None, {}, "m2"], ["b may come back to m2"]),
    ],
)
def test_no_machine_is_freed_to_which_an_item_may_come_back(
    name: str, changes: dict, freed: object, faults: list[str], key: str
) -> None:
    items = [item.model_dump(exclude_none=True) for item in three_machines().items]
    tolerating = {"tolerates_cordon": True, **changes}
    items = [item | (tolerating if item["name"] == name else {}) for item in items]
    wrong = without_pins_violations(three_machines(items=items), {key: freed})
    assert [(each.where, each.message) for each in wrong] == [
        (f"details.{key}", words) for words in faults
    ]


def test_the_judge_shares_nothing_with_the_search() -> None:
    nodes = ast.walk(ast.parse(Path(judge.__file__).read_text()))
    assert [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.level] == []


def test_an_offered_machine_is_judged_by_its_name() -> None:
    offer = {"type": "o", "capacity": [10, 10], "price": 1, "at_most": 2}
    machines = [
        each.model_dump(exclude_none=True) | {"price": 1} for each in three_machines().machines
    ]
    items = [each.model_dump(exclude_none=True) for each in three_machines().items]
    items[2] |= {"tolerates_cordon": True}
    parts = {"machines": machines, "items": items, "offers": [offer], "objective": "price"}
    wrong = without_pins_violations(three_machines(**parts), {"freed_without_pins": ["o#2", "o#3"]})
    assert [each.message for each in wrong] == ["new may come back to o#2"]


@pytest.fixture
def forged(tmp_path: Path) -> tuple[Path, Path]:
    """An instance and a feasible solution that claims a machine to which b may come back."""
    items = [item.model_dump(exclude_none=True) for item in three_machines().items]
    items[1] |= {"tolerates_cordon": True}
    instance = three_machines(items=items)
    solution = optgap.solve(instance, "exact").model_dump(mode="json")
    solution["details"] |= {"freed_without_pins": ["m2"], "order": "any"}
    now, then = tmp_path / "now.json", tmp_path / "then.json"
    optgap.save(instance, now)
    then.write_text(json.dumps(solution))
    return now, then


@pytest.mark.parametrize("options", [(), ("--html", "plan.html"), ("--format", "json")])
def test_a_false_claim_is_not_printed(
    options: tuple[str, ...], forged, optgap_command, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = optgap_command("plan", *forged, *options)
    assert ended.code == 5
    assert "b may come back to m2" in " ".join(ended.out.split())
    assert not (tmp_path / "plan.html").exists()


def test_every_verb_refuses_a_false_claim(forged, optgap_command) -> None:
    for ask in (optgap.plan, optgap.stays, optgap.frees, why_stays):
        with pytest.raises(optgap.InputError, match="b may come back to m2"):
            ask(*forged)
    assert ClusterPlan(*forged).verdict.violations[0].constraint == "claim"
    assert optgap_command("stays", *forged).code == 2


def test_a_method_whose_claim_is_refused_ends_with_an_error(monkeypatch) -> None:
    monkeypatch.setattr(no_pins, "without_pins_violations", lambda *_: ["a machine is not free"])
    items = {"x": (2, "n2"), "y": (3, "n2"), "a": (5, "n0"), "b": (6, "n1")}
    cluster = small_cluster({"n0": 10, "n1": 10, "n2": 10}, items)
    with pytest.raises(RuntimeError, match="a machine is not free"):
        optgap.solve(cluster, "no-pins", options={"replays": 20})
