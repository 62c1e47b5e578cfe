"""Checking solution documents: honest ones pass, every false claim is named."""

import pytest

import optgap

CERTIFICATE = {"kind": "hall", "threshold": 16.0, "instances": [1]}


@pytest.fixture
def document() -> dict:
    outcome = optgap.solve(optgap.load("placement/fig6"), "bottleneck")
    return outcome.model_dump(mode="json")


def test_honest_solution_passes(document: dict) -> None:
    result = optgap.check("placement/fig6", document).as_document()
    assert [claim.partition(":")[0] for claim in result.pop("unchecked")] == [
        "trace",
        "how it was found",
    ]
    assert result == {
        "feasible": True,
        "objective": 16.0,
        "violations": [],
        "certificate": "valid",
    }


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"objective": 15.0}, "objective"),
        ({"objective": None}, "objective"),
        ({"decision": {"machine": [0, 1]}}, "objective"),
        ({"bound": 17.0, "certificate": None, "bound_kind": "solver"}, "bound"),
        ({"gap": 0.5}, "gap"),
        ({"bound": 8.0, "gap": 0.5}, "status"),
        ({"bound": None, "bound_kind": None, "certificate": None, "gap": None}, "status"),
        ({"decision": None, "objective": None, "gap": None}, "status"),
        ({"status": "infeasible"}, "status"),
        ({"status": "unknown"}, "status"),
        ({"certificate": None}, "bound_kind"),
        ({"certificate": {**CERTIFICATE, "instances": [0]}}, "certificate"),
        ({"certificate": {**CERTIFICATE, "threshold": 15.0}}, "certificate"),
        ({"instance": {"name": "fig6", "sha256": "0" * 64}}, "instance.sha256"),
        ({"problem": "stage"}, "problem"),
        ({"decision": {"machine": [0, 0]}}, "machine 0"),
    ],
)
def test_false_claim_is_named(document: dict, changes: dict, where: str) -> None:
    result = optgap.check("placement/fig6", {**document, **changes})
    assert where in {violation.where for violation in result.violations}


def test_forged_certificate_is_called_invalid(document: dict) -> None:
    forged = {**document, "certificate": {**CERTIFICATE, "instances": [0]}}
    assert optgap.check("placement/fig6", forged).certificate == "invalid"


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"objective": "16"}, "objective"),
        ({"status": "perfect"}, "status"),
        ({"version": 2}, "version"),
        ({"seconds": float("nan")}, "seconds"),
        ({"colour": 1}, "colour"),
        ({"trace": [[1, 2]]}, "trace[0]"),
    ],
)
def test_malformed_document_is_bad_input(document: dict, changes: dict, place: str) -> None:
    with pytest.raises(optgap.InputError) as caught:
        optgap.check("placement/fig6", {**document, **changes})
    assert any(fault.place.startswith(place) for fault in caught.value.faults)


def test_proof_of_infeasibility_is_rechecked() -> None:
    instance = optgap.load("placement/infeasible")
    outcome = optgap.solve(instance, "bottleneck")
    assert outcome.status == "infeasible"
    assert optgap.check(instance, outcome).certificate == "valid"
    assert not optgap.check(instance, outcome).violations
    forged = outcome.model_copy(
        update={"certificate": {"kind": "hall", "threshold": None, "instances": [1]}}
    )
    assert optgap.check(instance, forged).certificate == "invalid"
