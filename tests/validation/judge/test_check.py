"""Checking solution documents: honest ones pass, every false claim is named."""

import pytest

import optgap

CERTIFICATE = {"kind": "hall", "threshold": 16.0, "instances": [1]}
TREE = {"kind": "model-tree", "model_sha256": "0" * 64, "nodes": 1, "cuts": 0}
BEST, WORSE = {"machine": [2, 0]}, {"machine": [0, 1]}


@pytest.fixture
def document() -> dict:
    outcome = optgap.solve(optgap.load("placement/fig6"), "bottleneck")
    return outcome.model_dump(mode="json")


def test_honest_solution_passes(document: dict) -> None:
    result = optgap.check("placement/fig6", document).as_document()
    assert [claim.partition(":")[0] for claim in result.pop("unchecked")] == [
        "trace",
        "how the solution was found",
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
        ({"sense": "maximize"}, "sense"),
        ({"options": {"gap": 1}}, "options.gap"),
        ({"options": {"gap": True}}, "options.gap"),
        ({"trace": [[0.0, None, 16.1]]}, "trace[0]"),
        ({"pool": [{"objective": 24.0, "decision": WORSE}]}, "pool[0]"),
        ({"pool": [{"objective": 16.0, "decision": WORSE}]}, "pool[0].objective"),
        ({"pool": [{"objective": 16.0, "decision": {"machine": [0, 0]}}]}, "pool[0], machine 0"),
        ({"pool": [{"objective": 16.0, "decision": BEST}] * 2}, "pool[1]"),
        ({"pool": [{"objective": 16.0, "decision": BEST}, {"objective": 15.9, "decision": BEST}]},
         "pool[1]"),
    ],
)  # fmt: skip
def test_false_claim_is_named(document: dict, changes: dict, where: str) -> None:
    result = optgap.check("placement/fig6", {**document, **changes})
    assert where in {violation.where for violation in result.violations}


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({}, None),
        ({"instance": {"name": "other"}}, "instance.name: 'other' is a label that the digest"),
        ({"pool": [{"objective": 16.0, "decision": BEST}]}, "pool: no other decision is better"),
        ({"hypervolume": [1.0, 2.0]}, "hypervolume: it can be checked only with bounds"),
        ({"details": {"b": 1, "a": 2}}, "details: a, b"),
        (
            {"certificate": None, "bound_kind": "solver"},
            "no solution is better than 16.0: as bottleneck claims",
        ),
        (
            {"certificate": TREE, "bound_kind": "model-certified"},
            "no solution is better than 16.0: a proof of the exact model that is not in this",
        ),
    ],
)
def test_what_nothing_proves_is_named(document: dict, changes: dict, word: str | None) -> None:
    label = {**document["instance"], **changes.get("instance", {})}
    result = optgap.check("placement/fig6", {**document, **changes, "instance": label})
    assert not result.violations
    others = [
        each for each in result.unchecked if not each.startswith(("trace:", "how the solution"))
    ]
    assert [each[: len(word)] for each in others] == [word] if word else others == []


def test_a_bare_decision_is_judged_alone() -> None:
    document = optgap.check("placement/fig6", WORSE).as_document()
    assert (document["feasible"], document["objective"], document["violations"]) == (True, 24.0, [])
    assert not optgap.check("placement/fig6", {"machine": [0, 0]}).feasible


BOUNDS = [{"latency": None, "cost": 14.0}]
POINT = {"objectives": {"latency": 150.0, "cost": 15.0}, "decision": {"option": [0, 1, 0]}}


@pytest.mark.parametrize(
    ("points", "changes", "where"),
    [
        ({}, {"status": "within_gap"}, "status"),
        ({}, {"front_complete": False}, "status"),
        ({0: POINT}, {}, "front[5]"),
        ({0: {**POINT, "objectives": {"latency": 149.0, "cost": 15.0}}}, {},
         "front[0].objectives.latency"),
        ({0: {**POINT, "decision": {"option": [0, 1, 9]}}}, {}, "front[0], option[2]"),
        ({}, {"certificate": {"kind": "prices"}}, "certificate"),
        ({}, {"certificate": {"kind": "prices"}, "bound_front": BOUNDS}, "certificate"),
        ({}, {"bound_front": BOUNDS}, None),
        ({}, {"bound_front": [*BOUNDS, {"latency": 300.0, "cost": 1.0}]}, "bound_front[1]"),
        ({}, {"bound_front": [BOUNDS[0] | {"cost": 14.1}]}, "bound_front[0]"),
        ({0: POINT | {"objectives": {}}}, {"bound_front": BOUNDS}, "front[0].objectives.cost"),
    ],
)  # fmt: skip
def test_false_claims_about_a_front_are_named(
    points: dict, changes: dict, where: str | None
) -> None:
    document = optgap.solve("resource_plan/fig8").model_dump(mode="json")
    document["front"] = [points.get(k, point) for k, point in enumerate(document["front"])]
    result = optgap.check("resource_plan/fig8", document | changes)
    assert [each.where for each in result.violations][:1] == [where] * (where is not None)
    listed = result.as_document()["points"]
    assert [each["feasible"] for each in listed] == [verdict.feasible for verdict in result.points]


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "unknown", "front": [], "front_complete": None},
        {"bound_front": [{"latency": 300.0, "cost": 14.0}]},
    ],
)
def test_bounds_measure_nothing_without_points_or_without_a_last_plan(changes: dict) -> None:
    document = optgap.solve("resource_plan/fig8").model_dump(mode="json")
    document |= {"bound_front": BOUNDS, "epsilon": 0.5} | changes
    faults = optgap.check("resource_plan/fig8", document).violations
    assert [(each.where, each.message) for each in faults] == [
        ("epsilon", "claims 0.5, but the checker computes None")
    ]


@pytest.mark.parametrize(
    ("name", "key"), [("utility/estimates", "batch_spreads"), ("utility/histories", "fit_errors")]
)
def test_details_that_the_checker_computes_are_compared(name: str, key: str) -> None:
    outcome = optgap.solve(name, "greedy")
    assert not optgap.check(name, outcome.model_copy(update={"details": {}})).violations
    claimed = outcome.model_copy(update={"details": {**outcome.details, key: {"a": 9.0}}})
    assert {each.where for each in optgap.check(name, claimed).violations} == {
        f"details.{key}.{each}" for each in ("a", *outcome.details[key])
    }


@pytest.mark.parametrize(("bound", "places"), [(15.0, []), (14.0, ["status"])])
def test_a_gap_that_was_asked_for_is_reached(
    document: dict, bound: float, places: list[str]
) -> None:
    """A sixteenth is within a tenth, and an eighth is not."""
    claims = {"status": "within_gap", "bound": bound, "gap": 1 - bound / 16}
    word = {"bound_kind": "solver", "certificate": None, "options": {"gap": 0.1}, "trace": []}
    result = optgap.check("placement/fig6", {**document, **claims, **word})
    assert [violation.where for violation in result.violations] == places


def test_a_pool_gets_no_better(document: dict) -> None:
    pool = [{"objective": 24.0, "decision": WORSE}, {"objective": 16.0, "decision": BEST}]
    faults = optgap.check("placement/fig6", {**document, "pool": pool}).violations
    assert [(each.where, each.message) for each in faults] == [
        ("pool[0]", "has 24.0, but the objective is 16.0"),
        ("pool[1]", "16.0 is better than the previous 24.0"),
    ]
    assert not optgap.check("placement/fig6", {**document, "pool": pool[::-1]}).violations


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
