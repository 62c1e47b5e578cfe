"""The judge of adaptive_config: malformed plans and courses, with their places."""

import pytest

import optgap
from optgap.instances.adaptive_config import AdaptiveConfig, generate
from optgap.validation.judge import adaptive_config

check = optgap.problem_named("adaptive_config").judge
check_certificate = optgap.problem_named("adaptive_config").check_certificate


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
        ({"settings": [{"at": 3.0, "groups": plans()}]}, ["groups", "settings"]),
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
    back = [{**first, "at": at} for at in (0.0, 6.0, 18.0, 12.0)]
    assert places(instance, {"settings": back}) == ["settings[3].at"]
    assert places(instance, {"settings": [{**first, "at": float("nan")}]}) == ["settings[0].at"]
    assert places(instance, {"settings": [{"at": 0.0}]}) == ["settings[0].groups"]


ALONE = {"kind": "alone"}
FREE = {"kind": "multiplier", "price": 0.0, "simulated": []}


@pytest.mark.parametrize(
    ("name", "certificate", "bound", "words"),
    [
        ("two-groups", ALONE, 5.2, None),  # 10 and 4 times 4 for five jobs
        ("two-groups", ALONE, 5.21, "it proves 5.2"),
        ("two-groups-sum", ALONE, 14.0, None),  # 10 for one job, 4 on average
        ("two-groups-sum", ALONE, 14.1, "it proves 14.0"),
        ("too-little", {"kind": "lower-bounds"}, None, None),
        (
            "two-groups",
            {"kind": "lower-bounds"},
            None,
            "the lower bounds sum to 2, and 3 are available",
        ),
        ("tuning", FREE, 1.0, "with `tuning`, only the kind `alone` proves"),
        ("two-groups", FREE, 5.2, None),
        ("two-groups", FREE | {"simulated": [["g9", 1]]}, 1.0, "'g9', which is not a group"),
    ],
)
def test_certificates(name: str, certificate: dict, bound: float, words: str | None) -> None:
    faults = check_certificate(optgap.load(f"adaptive_config/{name}"), certificate, bound)
    assert bool(faults) == (words is not None)
    assert (words or "") in "".join(fault.message for fault in faults)


@pytest.mark.parametrize("limit", ["MOST_WORK", "MOST_GRID_WORK"])
def test_large_grids_are_not_simulated_again(limit: str, monkeypatch) -> None:
    """g1 has a setting for 2 tasks, g2 one for 4: six in all."""
    simulated = FREE | {"simulated": [["g1", 1], ["g2", 1], ["g2", 1]]}
    instance = optgap.load("adaptive_config/two-groups")
    enough = 6 if limit == "MOST_WORK" else 4
    monkeypatch.setattr(adaptive_config, limit, enough)
    assert check_certificate(instance, simulated, 1.0) == []
    monkeypatch.setattr(adaptive_config, limit, enough - 1)
    assert "too large to be simulated" in check_certificate(instance, simulated, 1.0)[0].message


def test_a_queue_without_a_container_starves_its_jobs() -> None:
    group = {
        "name": "g",
        "lower": 1,
        "scheduler": "capacity",
        "queues": [{"name": "q"}, {"name": "r"}],
        "shares": [0.5],
        "jobs": [{"name": name, "queue": name, "tasks": [1], "max_containers": 1} for name in "qr"],
    }
    instance = AdaptiveConfig(name="x", containers=2, groups=[group])
    halves = {"shares": {"q": 0.5, "r": 0.5}, "policies": {"q": "fifo", "r": "fifo"}}
    assert check(instance, {"groups": {"g": {"containers": 2, **halves}}}).objective == 1
    (fault,) = check(instance, {"groups": {"g": {"containers": 1, **halves}}}).violations
    assert (fault.constraint, fault.where) == ("starved", "job r of g")
    (fault,) = check(
        instance, {"groups": {"g": {**halves, "containers": 2, "shares": {"q": 0.5, "r": 0.4}}}}
    ).violations[:1]
    assert (fault.constraint, fault.where) == ("grid", "group g, queue r")


@pytest.mark.parametrize("upper", [3, 4])
def test_a_bound_counts_each_number_of_containers_up_to_the_most(upper: int) -> None:
    """At price 0 each group would have its most containers."""
    fields = generate(0, groups=1, jobs=4, containers=6, upper=upper)
    (group,) = fields.groups
    (most,) = adaptive_config.most_containers(fields)
    assert most == upper
    pairs = [[group.name, r] for r in range(group.lower, upper + 1)]
    proof = {"kind": "multiplier", "price": 0.0, "simulated": pairs}
    fewest = min(adaptive_config.least_on_grid(group, r) for _, r in pairs) / len(group.jobs)
    assert check_certificate(fields, proof, fewest) == []
    assert check_certificate(fields, proof, fewest * 1.001)
