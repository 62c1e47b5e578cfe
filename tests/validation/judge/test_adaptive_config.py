"""The judge of adaptive_config: malformed plans and courses, with their places."""

import pytest

import optgap
from optgap.instances.adaptive_config import generate

check = optgap.problem("adaptive_config").judge


def plan(containers: int) -> dict:
    return {"containers": containers, "shares": {"q": 1.0}, "policies": {"q": "fifo"}}


def plans() -> dict:
    return {"g1": plan(1), "g2": plan(2)}


def places(instance, decision) -> list[str]:
    verdict = check(instance, decision)
    assert {violation.constraint for violation in verdict.violations} <= {"decision"}
    return [violation.where for violation in verdict.violations]


def changed(path: list, value: object) -> dict:
    decision = {"groups": plans()}
    place = decision
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return decision


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, ["(document)"]),
        ({}, ["groups"]),
        ({"groups": None}, ["groups"]),
        ({"groups": [1, 2]}, ["groups"]),
        ({"groups": plans(), "settings": None}, ["settings"]),
        ({"groups": {"g1": plans()["g1"]}}, ["groups.g2"]),
        (changed(["groups", "g3"], plans()["g1"]), ["groups.g3"]),
        (changed(["groups", "g1", "containers"], True), ["groups.g1.containers"]),
        (changed(["groups", "g1", "containers"], 10**400), ["groups.g1.containers"]),
        (changed(["groups", "g1", "shares"], {"q": "1"}), ["groups.g1.shares.q"]),
        (changed(["groups", "g1", "shares"], {}), ["groups.g1.shares.q"]),
        (changed(["groups", "g1", "policies", "r"], "fifo"), ["groups.g1.policies.r"]),
        (changed(["groups", "g1", "more"], 1), ["groups.g1.more"]),
    ],
)
def test_malformed_plans(decision: object, where: list[str]) -> None:
    assert places(optgap.load("adaptive_config/two-groups"), decision) == where


def test_malformed_courses() -> None:
    instance = generate(0, groups=2, jobs=4, containers=6, upper=5, interval=6.0)
    answer = optgap.solve(instance, "adapt")
    moments = answer.decision["settings"]
    first = moments[0]
    assert check(instance, {"settings": moments}).feasible
    assert places(instance, {"settings": []}) == ["settings"]
    assert places(instance, {"groups": first["groups"]}) == ["settings", "groups"]
    later = [first, {**first, "at": 7.0}, {**first, "at": 6.0}, {**first, "at": 6.0}]
    assert places(instance, {"settings": later}) == [
        "settings[1].at",
        "settings[2].at",
        "settings[3].at",
    ]
    assert places(instance, {"settings": [{**first, "at": float("nan")}]}) == ["settings[0].at"]
    assert places(instance, {"settings": [{"at": 0.0}]}) == ["settings[0].groups"]
