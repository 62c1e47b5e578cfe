"""The judge of queue_config: one constraint at a time, and proofs that prove no more."""

import pytest
from enumeration import families

import optgap
from optgap.instances.queue_config import QueueConfig, generate
from optgap.validation.judge.queue_config import GroupSetting, grid, simulate, simulate_cluster

check = optgap.problem_named("queue_config").judge
check_certificate = optgap.problem_named("queue_config").check_certificate


def instance(**changes) -> QueueConfig:
    fields = {
        "name": "x",
        "scheduler": "fair",
        "containers": 4,
        "queues": [{"name": "a", "min_share": 0.25, "max_share": 0.75}, {"name": "b"}],
        "shares": [0.1, 0.25, 0.5, 0.75, 0.9],
        "policies": ["fifo", "drf"],
        "jobs": [
            {"name": "j", "queue": "a", "tasks": [4, 4], "max_containers": 2},
            {"name": "k", "queue": "b", "submitted": 1.0, "tasks": [3], "max_containers": 1},
        ],
    }
    return QueueConfig(**{**fields, **changes})


def decision(a: float = 0.5, b: float = 0.5, policy: str = "fifo") -> dict:
    return {"shares": {"a": a, "b": b}, "policies": {"a": policy, "b": "fifo"}}


def test_objective_is_the_mean_latency() -> None:
    verdict = check(instance(), decision())
    assert verdict.objective == (4 + 3) / 2
    assert verdict.details == {"longest_latency": 4}


def test_bounds_of_a_queue() -> None:
    assert check(instance(), decision(0.25, 0.75)).feasible
    assert check(instance(), decision(0.75, 0.25)).feasible
    assert families(check(instance(), decision(0.1, 0.9))) == [("min_share", "queue a")]
    assert families(check(instance(), decision(0.9, 0.1))) == [("max_share", "queue a")]


def test_grid() -> None:
    assert families(check(instance(), decision(0.4, 0.6))) == [
        ("grid", "queue a"),
        ("grid", "queue b"),
    ]


def test_sum() -> None:
    verdict = check(instance(), decision(0.5, 0.75))
    assert families(verdict) == [("sum", "shares")]
    assert verdict.violations[0].amount == 0.25
    thirds = instance(shares=[0.3333, 0.6667])
    assert check(thirds, decision(0.3333, 0.6667)).feasible


def test_shares_in_proportion_to_weights() -> None:
    weighed = instance(shares=None, weights=[1, 2])
    assert check(weighed, decision(1 / 3, 2 / 3)).feasible
    assert check(weighed, decision(0.5, 0.5)).feasible
    for a, b in ((0.4, 0.6), (0.0, 1.0), (0.25, 0.75)):
        assert ("grid", "shares") in families(check(weighed, decision(a, b)))
    words = "[0.4, 0.6] are not proportional to any choice of weights"
    assert check(weighed, decision(0.4, 0.6)).violations[0].message == words
    assert len(grid(weighed)) == 3 * 2 * 2  # 1:1 stands for 2:2 as well


def test_jobs_alone_have_the_machines_that_they_may_use() -> None:
    """j may use one of the four containers, so that its two tasks follow each other."""
    machines = [{"name": "m1", "containers": 3}, {"name": "m2", "containers": 1}]
    jobs = [{"name": "j", "queue": "a", "tasks": [4, 4], "max_containers": 2, "machines": ["m2"]}]
    placed = instance(machines=machines, jobs=jobs)
    assert check_certificate(placed, {"kind": "alone"}, 8.0) == []
    assert check_certificate(placed, {"kind": "alone"}, 8.5)
    assert check(placed, decision()).objective == 8


def test_policy() -> None:
    assert check(instance(), decision(policy="drf")).feasible
    assert families(check(instance(), decision(policy="fair"))) == [("policy", "queue a")]


def test_starved_queue() -> None:
    single = instance(containers=1, scheduler="capacity", policies=["fifo"])
    assert families(check(single, decision())) == [("starved", "queue b")]
    assert check(instance(containers=1), decision()).feasible  # the Fair scheduler shares


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        (None, "(document)"),
        ({"shares": {}}, "policies"),
        ({**decision(), "more": 1}, "more"),
        ({**decision(), "shares": [0.5, 0.5]}, "shares"),
        ({**decision(), "shares": {"a": 1.0}}, "shares.b"),
        ({**decision(), "shares": {"a": 0.5, "b": "0.5"}}, "shares.b"),
        ({**decision(), "policies": {"a": "fifo", "b": 1}}, "policies.b"),
        ({**decision(), "policies": {"a": "fifo", "b": "fifo", "c": "fifo"}}, "policies.c"),
    ],
)
def test_malformed_decision(wrong, where: str) -> None:
    assert families(check(instance(), wrong)) == [("decision", where)]


def test_grid_is_simulated_again() -> None:
    fig7 = optgap.load("queue_config/fig7-fair")
    assert check_certificate(fig7, {"kind": "grid"}, 6.0) == []
    assert check_certificate(fig7, {"kind": "grid"}, 5.0) == []
    assert check_certificate(fig7, {"kind": "grid"}, 6.1)
    assert check_certificate(fig7, {"kind": "grid"}, None)
    large = generate(1, jobs=50, queues=4, containers=16)
    assert "too large" in check_certificate(large, {"kind": "grid"}, 0.0)[0].message


def test_grid_proves_that_no_setting_works() -> None:
    blocked = optgap.load("queue_config/infeasible")
    assert check_certificate(blocked, {"kind": "grid"}, None) == []
    assert check_certificate(blocked, {"kind": "grid"}, 1.0)


def test_jobs_alone() -> None:
    assert check_certificate(instance(), {"kind": "alone"}, 3.5) == []
    assert check_certificate(instance(), {"kind": "alone"}, 3.6)
    assert check_certificate(instance(), {"kind": "alone"}, None)


@pytest.mark.parametrize("forged", [{}, {"kind": "trust me"}, {"kind": "grid", "more": 1}])
def test_forged_certificate(forged: dict) -> None:
    assert check_certificate(instance(), forged, 1.0)


def test_a_free_container_goes_to_the_group_that_uses_least_of_its_own() -> None:
    """From 1 on, a holds more than its one; of the six one is free: b uses a half, c a third."""
    alone = {"queues": [{"name": "q"}], "shares": [1.0]}
    groups = {
        name: instance(
            **alone,
            containers=6,
            jobs=[{"name": f"j{name}", "queue": "q", "tasks": [9] * 3, "max_containers": 3}],
        )
        for name in "abc"
    }

    def setting(*containers: int) -> dict[str, GroupSetting]:
        return {
            name: GroupSetting(number, {"q": 1.0}, {"q": "fifo"})
            for name, number in zip("abc", containers, strict=True)
        }

    held = simulate_cluster(groups, 6, [(0.0, setting(3, 1, 1)), (1.0, setting(1, 2, 3))])
    assert held["a", "ja"] == [(0.0, 3)]
    assert held["c", "jc"][:2] == [(0.0, 1), (1.0, 1)]
    assert held["b", "jb"][:2] == [(0.0, 1), (9.0, 1)]


def test_queues_that_lend_keep_to_the_containers_of_their_group() -> None:
    """Each queue may use both containers of the group; the other four of the cluster stay free."""
    jobs = [
        {"name": name, "queue": name, "tasks": [9] * 3, "max_containers": 3} for name in ("a", "b")
    ]
    group = instance(containers=6, queues=[{"name": "a"}, {"name": "b"}], jobs=jobs)
    halves = {"a": 0.5, "b": 0.5}
    two = GroupSetting(2, halves, {"a": "fifo", "b": "fifo"})
    held = simulate_cluster({"g": group}, 6, [(0.0, {"g": two})])
    assert [given[0] for given in held.values()] == [(0.0, 1), (0.0, 1)]


def test_the_queue_with_the_least_used_part_of_its_share_is_served_next() -> None:
    """With a container each, b has used 2.5 times its share, a 2.9 and c 4 times theirs."""
    shares = {"a": 0.35, "b": 0.4, "c": 0.25}
    jobs = [
        {"name": name, "queue": name, "tasks": [10.0] * 4, "max_containers": 4} for name in shares
    ]
    queues = [{"name": name} for name in shares]
    fair = instance(queues=queues, jobs=jobs, shares=list(shares.values()))
    held = simulate(fair, shares, dict.fromkeys(shares, "fifo"))
    assert [held[name][0] for name in shares] == [(0.0, 1), (0.0, 2), (0.0, 1)]


def test_an_elastic_queue_lends_up_to_its_maximum_share() -> None:
    held = simulate(instance(queues=[{"name": "a", "max_share": 0.5}, {"name": "b"}]), *LENT)
    assert held["j"][0] == (0.0, 2)
    held = simulate(instance(queues=[{"name": "a", "max_share": 0.25}, {"name": "b"}]), *LENT)
    assert held["j"][0] == (0.0, 1)


LENT = {"a": 0.25, "b": 0.75}, {"a": "fifo", "b": "fifo"}
