"""Everything in a proof's folder is checked, or named as not checked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import optgap

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a proof of one objective, of none, of a front, and a certificate."""
    folder = tmp_path_factory.mktemp("made")
    assert optgap.prove("eviction/four-databases", folder / "tree", "exact").status == "optimal"
    assert optgap.prove("resource_plan/fig7", folder / "front").front_complete
    assert optgap.prove("placement/fig6", folder / "certificate", "bottleneck").status == "optimal"
    assert optgap.prove("cluster_ratio/infeasible", folder / "none").status == "infeasible"
    return folder


@pytest.fixture
def copied(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "made"))


def edited(path: Path, edit: Edit) -> None:
    document = json.loads(path.read_text())
    edit(document)
    path.write_text(json.dumps(document))


def words(folder: Path) -> str:
    """Return why a folder is refused; it must be, and then it proves nothing."""
    found = optgap.verify(folder)
    assert not found.valid
    document = found.as_document()
    assert (document["proven"], document["bound"], document["infeasible"]) == (None, None, False)
    return " / ".join(str(each) for each in found.violations)


@pytest.mark.parametrize("kind", ["tree", "front", "certificate", "none"])
def test_what_was_written_is_accepted(made: Path, kind: str) -> None:
    found = optgap.verify(made / kind)
    assert found.valid, found.violations
    assert all(line.startswith("outcome.json, ") for line in found.unchecked), found.unchecked


def test_a_front_without_its_instance_proves_nothing(copied: Path) -> None:
    (copied / "front" / "instance.json").unlink()
    assert "instance.json: is missing" in words(copied / "front")
    goals = ["a", "b"]
    programs = [{"limits": [None, None], "values": [1, 1]}]
    edited(copied / "front" / "front.json", lambda d: d.update(goals=goals, programs=programs))
    assert "instance.json: is missing" in words(copied / "front")


@pytest.mark.parametrize(
    ("file", "edit", "why"),
    [
        ("tree/solution.json", lambda d: d.update(objective="13"), "its values are worth"),
        ("tree/solution.json", lambda d: d.update(proven=True), "which nothing checks"),
        ("tree/proof.json", lambda d: d.update(version=True), "version 1"),
        ("tree/outcome.json", lambda d: d.update(status="feasible"), "'optimal' is proven"),
        ("tree/outcome.json", lambda d: d.update(version=True), "must be 1"),
        ("tree/outcome.json", lambda d: d.update(bound_kind="solver"), "'model-certified'"),
        ("tree/outcome.json", lambda d: d["certificate"].update(nodes=10**6), "nodes"),
        ("tree/outcome.json", lambda d: d["certificate"].update(cuts=77), "cuts"),
        ("tree/outcome.json", lambda d: d.update(trace=[[0.1, None, 1e9]]), "contradicts"),
        ("tree/instance.json", lambda d: d.update(version=True), "must be 1"),
        ("front/front.json", lambda d: d.update(version=True), "version 1"),
        ("front/outcome.json", lambda d: d.update(status="feasible"), "'optimal' is proven"),
        ("front/outcome.json", lambda d: d.update(front_complete=None), "complete"),
        ("front/outcome.json", lambda d: d["certificate"].update(nodes=10**6), "this proof"),
        ("front/outcome.json", lambda d: d["front"].append(d["front"][0]), "no better"),
        ("front/program-0/solution.json", lambda d: d.update(objective="-1"), "are worth"),
        ("certificate/outcome.json", lambda d: d.update(status="feasible"), "'optimal'"),
        ("certificate/outcome.json", lambda d: d.update(bound_kind="solver"), "'certified'"),
        ("none/outcome.json", lambda d: d.update(status="unknown"), "'infeasible' is proven"),
    ],
)
def test_a_changed_claim_is_refused(copied: Path, file: str, edit: Edit, why: str) -> None:
    edited(copied / file, edit)
    assert why in words(copied / file.partition("/")[0])


def test_no_solution_stands_beside_a_proof_that_there_is_none(copied: Path) -> None:
    (copied / "none" / "solution.json").write_text('{"objective": "1", "values": {}}')
    assert "the proof is of infeasibility" in words(copied / "none")


def test_files_that_nothing_reads_are_named(copied: Path) -> None:
    folder = copied / "front"
    (folder / "verify_proof.py").write_text("print('PROVEN')")
    (folder / "README").write_text("The optimum is 3.")
    (folder / "program-99").mkdir()
    (folder / "program-99" / "model.mps").write_text("")
    (folder / "program-0" / "note").write_text("")
    found = optgap.verify(folder)
    named = [line for line in found.unchecked if not line.startswith("outcome.json")]
    assert named == ["'README'", "'program-0/note'", "'program-99'", "'verify_proof.py'"]
    (copied / "tree" / "instance.json").unlink()
    assert "'outcome.json'" in optgap.verify(copied / "tree").unchecked


def test_check_names_or_refuses_every_claim() -> None:
    """A lie in any field of a solution is a violation, or stands in the list of the unchecked."""
    instance = optgap.load("cluster_ratio/waves")
    solved = optgap.solve(instance).model_dump(mode="json")
    lies: dict[str, Any] = {
        **{"hypervolume": [1.0, 2.0], "epsilon": 0.5, "reference_point": {"a": 1.0}},
        **{"trace": [[0.0, 1.0, 1.0]], "seconds": 9.0, "timing": {"x": 1.0}, "seed": 5},
        **{"details": {"nodes": 7}, "message": "the best of all", "method": "greedy"},
        **{"options": {"speed": 1}, "stopped": "time_limit"},
        "solver": {"name": "Best", "version": "1"},
    }
    for name, value in lies.items():
        found = optgap.check(instance, {**solved, name: value})
        named = " ".join([*found.unchecked, *map(str, found.violations)])
        assert name in named, name
    computed = {"containers_left": -5}
    found = optgap.check(instance, {**solved, "details": computed})
    assert [each.where for each in found.violations] == ["details.containers_left"]
    beyond = {**solved, "trace": [[0.1, None, solved["objective"] + 1.0]]}
    assert [each.where for each in optgap.check(instance, beyond).violations] == ["trace[0]"]
