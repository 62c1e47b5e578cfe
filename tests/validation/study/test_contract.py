"""The clause of a contract on seeds: another decision is a fault, another proof in time is none."""

from types import SimpleNamespace

import numpy as np
import pytest

import optgap
from optgap.core.files import document_of
from optgap.validation.catalogue import problem_named
from optgap.validation.study import contract
from optgap.validation.study.broken_documents import scale


@pytest.mark.parametrize(("kind", "faults"), [("solver", 1), ("model-certified", 0)])
def test_another_decision_is_a_fault_beside_the_same_proof(
    kind: str, faults: int, monkeypatch
) -> None:
    instance = optgap.load("cluster_ratio/three-groups")
    first = optgap.solve(instance, "dp").model_copy(update={"bound_kind": "solver"})
    again = first.model_copy(update={"decision": {"containers": {}}, "bound_kind": kind})
    monkeypatch.setattr(contract, "outcomes_by_method", lambda *_: {"dp": again})
    clause = contract._same_seed(problem_named("cluster_ratio"), [instance], [{"dp": first}], 0)
    assert len(clause.faults) == faults


def test_numbers_are_scaled_as_decimals() -> None:
    """3.0 * 1e-9 is 3.0000000000000004e-09, and a machine for 3 such amounts is overfull."""
    stage = optgap.generate("stage", 1, instances=5, machines=3)
    document = {**document_of(stage), "available": [[3.0, 0.7]] * 3}
    scaled = scale(document, type(stage), 1e-9)
    assert scaled["available"] == [[3e-9, 7e-10]] * 3
    assert scaled["configurations"] != document["configurations"]


def test_a_clause_that_is_skipped_has_a_reason(optgap_command, monkeypatch, tmp_path) -> None:
    entry = problem_named("placement")
    solved = [{"fuxi": optgap.solve("placement/fig6", "fuxi")}]
    drawn = [optgap.load("placement/fig6")]
    rng = np.random.default_rng(0)
    clauses = [
        contract._agrees_with_enumeration(entry, drawn, solved),
        contract.mutated_certificates(entry, drawn, solved, rng),
        contract.mutated_certificates(SimpleNamespace(function=lambda _: None), drawn, solved, rng),
    ]
    assert [clause.reason for clause in clauses] == [
        "the problem declares no @problem.enumerate",
        "no method gave a plan with a certificate",
        "the problem declares no @problem.certified",
    ]
    monkeypatch.setattr("optgap.validation.study.contract_clauses", lambda *_, **__: clauses)
    lines = optgap_command("contract", "placement").out.splitlines()
    assert lines[0].startswith("skipped  exact agrees")
    assert lines[1] == "         the problem declares no @problem.enumerate"
    assert optgap_command("contract", "placement", "--json").json[2]["reason"] == clauses[2].reason
