"""The clause of a contract on seeds: another decision is a fault, another proof in time is none."""

import pytest

import optgap
from optgap.validation.catalogue import problem
from optgap.validation.study import contract


@pytest.mark.parametrize(("kind", "faults"), [("solver", 1), ("model-certified", 0)])
def test_another_decision_is_a_fault_beside_the_same_proof(
    kind: str, faults: int, monkeypatch
) -> None:
    instance = optgap.load("cluster_ratio/three-groups")
    first = optgap.solve(instance, "dp").model_copy(update={"bound_kind": "solver"})
    again = first.model_copy(update={"decision": {"containers": {}}, "bound_kind": kind})
    monkeypatch.setattr(contract, "outcomes_by_method", lambda *_: {"dp": again})
    clause = contract._same_seed(problem("cluster_ratio"), [instance], [{"dp": first}], 0)
    assert len(clause.faults) == faults
