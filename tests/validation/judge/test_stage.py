"""The judge of stage: one constraint at a time, just inside and just outside; its certificates."""

import pytest

import optgap
from optgap.instances.stage import Stage

check = optgap.problem("stage").judge
check_certificate = optgap.problem("stage").check_certificate


def instance(**changes) -> Stage:
    fields = {
        "name": "x",
        "configurations": [[1, 2], [2, 3]],
        "weights": [1.0, 0.5],
        "latency": [[[8, 9], [5, None]], [[7, 6], [4, 3]]],
        "available": [[3, 6], [4, 4]],
    }
    return Stage(**{**fields, **changes})


def families(verdict) -> list[tuple[str, str]]:
    return [(violation.constraint, violation.where) for violation in verdict.violations]


def plan(machine: list[int], configuration: list[int]) -> dict:
    return {"machine": machine, "configuration": configuration}


def test_objectives() -> None:
    assert check(instance(), plan([0, 1], [0, 0])).objectives == {"latency": 8, "cost": 28}
    assert check(instance(), plan([0, 1], [1, 1])).objectives == {"latency": 5, "cost": 28}


def test_capacity_of_each_resource() -> None:
    assert check(instance(), plan([0, 0], [0, 1])).feasible
    verdict = check(instance(), plan([0, 0], [1, 1]))
    assert families(verdict) == [("capacity", "machine 0, resource 0")]
    assert verdict.violations[0].amount == 1
    assert check(instance(), plan([1, 1], [0, 0])).feasible
    verdict = check(instance(), plan([1, 1], [0, 1]))
    assert families(verdict) == [("capacity", "machine 1, resource 1")]


def test_places() -> None:
    assert check(instance(max_per_machine=2), plan([0, 0], [0, 0])).feasible
    verdict = check(instance(max_per_machine=1), plan([0, 0], [0, 0]))
    assert families(verdict) == [("places", "machine 0")]


def test_forbidden() -> None:
    assert families(check(instance(), plan([1, 0], [1, 0]))) == [("forbidden", "instance 0")]


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ({"machine": [0, 0]}, "configuration"),
        ({**plan([0, 0], [0, 0]), "x": 1}, "x"),
        (plan([0], [0, 0]), "machine"),
        (plan([0, 2], [0, 0]), "machine[1]"),
        (plan([0, 0], [2, 0]), "configuration[0]"),
        (plan([0, 0], [0, True]), "configuration[1]"),
    ],
)
def test_malformed(decision: object, where: str) -> None:
    assert [v.where for v in check(instance(), decision).violations] == [where]


def test_certificate_of_a_shortage() -> None:
    blocked = optgap.load("stage/infeasible")
    outcome = optgap.solve(blocked, "exact")
    assert outcome.status == "infeasible"
    assert "need more of resource 0 than the 5 that machines 0, 1 have" in outcome.message
    assert optgap.check(blocked, outcome).certificate == "valid"


def demand(instances: list[int], resource: object = 0) -> dict:
    return {"kind": "demand", "resource": resource, "instances": instances}


@pytest.mark.parametrize(
    ("certificate", "words"),
    [
        (demand([0, 1]), "the instances need 4, the machines have 5"),
        (demand([0, 0, 1]), "distinct"),
        (demand([3]), "instances[0]: must be an integer from 0 to 2"),
        (demand([]), "distinct"),
        (demand([0, 1, 2], 1), "resource: must be an integer from 0 to 0"),
        (demand([0, 1, 2], True), "resource: must be an integer"),
        ({"kind": "hall"}, "no proof of the kind 'hall'"),
    ],
)
def test_bad_certificates(certificate: dict, words: str) -> None:
    faults = check_certificate(optgap.load("stage/infeasible"), certificate, None)
    assert len(faults) == 1
    assert words in faults[0].message


def test_a_demand_proves_no_bound() -> None:
    assert check_certificate(optgap.load("stage/infeasible"), demand([0, 1, 2]), 3.0)


def test_an_instance_that_fits_nowhere() -> None:
    tight = instance(available=[[0.5, 6], [4, 1]])
    outcome = optgap.solve(tight, "ipa-raa")
    assert outcome.status == "infeasible"
    assert "instance 0 can run on no machine" in outcome.message


def test_too_few_places() -> None:
    outcome = optgap.solve(instance(max_per_machine=0), "exact")
    assert outcome.status == "infeasible"
    three = instance(latency=[[[8, 9], [5, 5]]] * 3, max_per_machine=1, available=[[9, 9], [9, 9]])
    outcome = optgap.solve(three, "exact")
    assert "need more of places than the 2 that machines 0, 1 have" in outcome.message
    assert optgap.check(three, outcome).certificate == "valid"


def test_no_single_total_explains_it() -> None:
    outcome = optgap.solve(optgap.load("stage/infeasible-bins"), "exact")
    assert outcome.status == "infeasible"
    assert outcome.message.startswith("resource 0 on machines 0 to 1: enough in total")
