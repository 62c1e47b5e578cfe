"""Smallest changes that no tree proves: the interval is said, and no family is left out."""

from functools import partial

import pytest

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.solvers.proofs import TreeLimits, model_proof
from optgap.validation.explaining import explain as explain_module


def test_a_change_that_is_not_proven_says_what_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three bins of 13 for 37 that do not fit: a tree of few nodes leaves an interval."""
    sizes = [7, 3, 4, 4, 4, 7, 8]
    pods = [{"name": f"p{i}", "demand": [size]} for i, size in enumerate(sizes)]
    rooms = [{"name": f"m{j}", "capacity": [13]} for j in range(3)]
    instance = Consolidation(
        name="bins", resources=["cpu"], machines=rooms, items=pods, empty_machines="any"
    )
    proven = {change.family: change for change in optgap.explain(instance).changes}["room"]
    assert proven.proven and proven.at_least == proven.amount
    few = partial(TreeLimits, most_nodes=2)
    monkeypatch.setattr(model_proof, "TreeLimits", few)
    open_ = optgap.explain(instance)
    change = {change.family: change for change in open_.changes}["room"]
    assert not change.proven
    assert change.at_least < proven.amount <= change.amount
    low, high = float(change.at_least), float(change.amount)
    assert f"room: smallest change is between {low:g} and {high:g} (proven)" in str(open_)


def test_a_family_without_an_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain_module, "smallest_change", lambda *_: None)
    found = optgap.explain("placement/infeasible")
    assert "runs: the smallest change was not found within the time limit" in str(found)
    assert {change.family for change in found.changes} == set(found.conflict)
    assert not any(change.proven or change.helps for change in found.changes)
