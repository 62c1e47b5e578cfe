"""The judge of placement: one constraint at a time, just inside and just outside."""

import numpy as np
import pytest
from enumeration import families

import optgap
from optgap.instances.placement import LinearLatency, LinearTerms, Placement, generate

check = optgap.problem_named("placement").judge
check_certificate = optgap.problem_named("placement").check_certificate


def instance(**changes) -> Placement:
    fields = {"name": "x", "latency": [[8, 12, None], [16, 24, 20]], "capacity": [1, 2, 1]}
    return Placement(**{**fields, **changes})


def test_objective_is_the_slowest_instance() -> None:
    assert check(instance(), {"machine": [1, 0]}).objective == 16
    assert check(instance(), {"machine": [0, 1]}).objective == 24


def test_capacity() -> None:
    assert check(instance(), {"machine": [1, 1]}).feasible
    verdict = check(instance(), {"machine": [0, 0]})
    assert families(verdict) == [("capacity", "machine 0")]
    assert verdict.violations[0].amount == 1
    assert verdict.objective is None


def test_forbidden_pair() -> None:
    assert check(instance(), {"machine": [0, 2]}).feasible
    assert families(check(instance(), {"machine": [2, 0]})) == [("forbidden", "instance 0")]


def test_every_violation_is_listed() -> None:
    three = instance(latency=[[1, None], [1, None], [1, 1]], capacity=[1, 0])
    verdict = check(three, {"machine": [0, 0, 1]})
    assert families(verdict) == [("capacity", "machine 0"), ("capacity", "machine 1")]


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ([0, 1], "(document)"),
        ({}, "machine"),
        ({"machine": [0, 1], "speed": 3}, "speed"),
        ({"machine": 3}, "machine"),
        ({"machine": [0]}, "machine"),
        ({"machine": [0, 1.0]}, "machine[1]"),
        ({"machine": [True, 1]}, "machine[0]"),
        ({"machine": [-1, 1]}, "machine[0]"),
        ({"machine": [0, 3]}, "machine[1]"),
        ({"machine": ["0", 1]}, "machine[0]"),
        ({"machine": [None, 1]}, "machine[0]"),
        ({"machine": [10**30, 1]}, "machine[0]"),
    ],
)
def test_malformed_decision(decision, where: str) -> None:
    assert families(check(instance(), decision)) == [("decision", where)]


HALL = {"kind": "hall", "threshold": 16, "instances": [0, 1]}


def test_hall_violator_is_accepted_up_to_what_it_proves() -> None:
    tight = instance(latency=[[8, 12, 10], [16, 24, 20]], capacity=[1, 1, 1])
    single = {"kind": "hall", "threshold": 16, "instances": [1]}
    assert check_certificate(tight, single, 16.0) == []
    assert check_certificate(tight, single, 15.0) == []
    assert "claimed bound" in check_certificate(tight, single, 16.000001)[0].message


@pytest.mark.parametrize(
    "forged",
    [
        {**HALL, "threshold": 17},
        {**HALL, "instances": [0]},
        {**HALL, "instances": []},
        {**HALL, "instances": [1, 1]},
        {**HALL, "instances": [7]},
        {**HALL, "instances": "all"},
        {**HALL, "threshold": "16"},
        {**HALL, "threshold": True},
        {**HALL, "kind": "trust me"},
        {**HALL, "more": 1},
        {"kind": "hall"},
        {},
    ],
)
def test_forged_certificate(forged: dict) -> None:
    assert check_certificate(instance(), forged, 16.0)


def test_room_is_that_of_plans_and_of_the_most_per_machine() -> None:
    """A machine of 0.9 takes nine of 0.1, and two where no more are allowed."""
    fields = {"name": "x", "latency": [[1.0]] * 9, "default_plan": [0.1], "available": [[0.9]]}
    nine = Placement(**fields)
    assert check(nine, {"machine": [0] * 9}).feasible
    proof = {"kind": "hall", "threshold": None, "instances": [0, 1, 2]}
    assert "room for 9 of its 3" in check_certificate(nine, proof, None)[0].message
    two = Placement(**fields, max_per_machine=2)
    assert families(check(two, {"machine": [0] * 9})) == [("capacity", "machine 0")]
    assert check_certificate(two, proof, None) == []
    assert check_certificate(two, {**proof, "instances": [0, 1]}, None)


def test_certificate_of_infeasibility() -> None:
    blocked = instance(latency=[[1, None], [2, None], [3, 4]], capacity=[1, 5])
    proof = {"kind": "hall", "threshold": None, "instances": [0, 1]}
    assert check_certificate(blocked, proof, None) == []
    assert check_certificate(blocked, {**proof, "instances": [0, 2]}, None)
    assert check_certificate(blocked, {**proof, "threshold": 2.0}, None)


def test_linear_certificates_agree_with_their_matrix() -> None:
    terms = LinearTerms(rows=[5, 1, 3, 4], per_row=[1, 2, 0.5], fixed=[1, 0.5, 3])
    linear = Placement(name="l", latency=LinearLatency(linear=terms), capacity=[1, 1, 2])
    matrix = Placement(name="m", latency=linear.dense_latency().copy(), capacity=[1, 1, 2])
    rng = np.random.default_rng(0)
    for _ in range(200):
        chosen = rng.permutation(4)[: rng.integers(1, 5)].tolist()
        value = float(rng.choice(matrix.dense_latency().ravel()))
        proof = {"kind": "hall", "threshold": value, "instances": chosen}
        answers = [bool(check_certificate(each, proof, value)) for each in (linear, matrix)]
        assert answers[0] == answers[1]


def test_generated_instances_repeat_and_have_room() -> None:
    for seed in range(5):
        one, again = generate(seed), generate(seed)
        assert one == again
        assert one.beta.sum() >= one.instances
    assert generate(0) != generate(1)
