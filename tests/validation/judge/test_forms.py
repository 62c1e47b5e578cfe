"""Declared forms: their JSON Schemas are printed, and documents come back from them unchanged."""

from typing import get_args

import pytest

import optgap
from optgap.validation.judge import is_model_tree, read_certificate

PROBLEMS = (
    "eviction",
    "cold_stock",
    "warm_pool",
    "microw",
    "microq",
    "macrow",
    "macroq",
    "consolidation",
    "placement",
    "resource_plan",
    "stage",
    "cluster_ratio",
    "queue_config",
    "adaptive_config",
    "utility",
    "utility_course",
)


@pytest.mark.parametrize("name", PROBLEMS)
def test_schemas_have_the_keys_of_the_forms(name: str, optgap_command) -> None:
    problem = optgap.problem(name)
    schema = optgap_command("show", name, "--schema", "decision").json
    assert set(schema["properties"]) == set(problem.decision.model_fields)
    assert schema["additionalProperties"] is False
    if not problem.certificates:
        assert optgap_command("show", name, "--schema", "certificate").code == 2
        return
    schema = optgap_command("show", name, "--schema", "certificate").json
    kinds = [form["properties"]["kind"] for form in schema.get("anyOf", [schema])]
    assert [kind.get("enum") or [kind["const"]] for kind in kinds] == [
        list(get_args(form.model_fields["kind"].annotation)) for form in problem.certificates
    ]


@pytest.mark.parametrize("name", PROBLEMS)
def test_documents_come_back_unchanged(name: str) -> None:
    problem = optgap.problem(name)
    instance = optgap.load(f"{name}/{problem.demo}")
    outcomes = [optgap.solve(instance, method) for method in problem.compared(instance)]
    points = [point.decision for outcome in outcomes for point in outcome.front or ()]
    decisions = [outcome.decision for outcome in outcomes if outcome.decision is not None]
    assert points or decisions
    for decision in (*points, *decisions):
        assert problem.decision.read(decision, instance).as_document() == decision
    for certificate in (outcome.certificate for outcome in outcomes):
        if certificate is None or is_model_tree(certificate):
            continue
        form, faults = read_certificate(problem.certificates, instance, certificate)
        assert (form.as_document(), faults) == (certificate, [])
