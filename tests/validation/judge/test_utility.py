"""The judge of utility: one constraint at a time, and proofs that prove no more."""

import pytest
from enumeration import families

import optgap
from optgap.instances.utility import Utility, generate

check = optgap.problem_named("utility").judge
check_certificate = optgap.problem_named("utility").check_certificate


def summed(**changes) -> Utility:
    fields = {
        "name": "x",
        "cores": 5,
        "epoch": 1.0,
        "objective": "max-sum",
        "jobs": [
            {"name": "a", "weight": 2.0, "max_cores": 3, "gain": [0, 4, 6, 7]},
            {"name": "b", "max_cores": 4, "gain": [0, 3, 5, 6, 6]},
        ],
    }
    return Utility(**{**fields, **changes})


def worst(**changes) -> Utility:
    jobs = [
        {"name": "a", "weight": 2.0, "max_cores": 3, "loss": [8, 5, 3, 2]},
        {"name": "b", "max_cores": 4, "loss": [9, 7, 5, 4, 4]},
    ]
    return summed(**{"objective": "max-min", "jobs": jobs, **changes})


def test_objectives() -> None:
    assert check(summed(), {"cores": {"a": 2, "b": 3}}).objective == 2 * 6 + 6
    assert check(worst(), {"cores": {"a": 2, "b": 3}}).objective == max(2 * 3, 4)
    assert check(summed(), {"cores": {"a": 1, "b": 1}}).details == {"idle_cores": 3}


def test_cores() -> None:
    assert check(summed(), {"cores": {"a": 3, "b": 2}}).feasible
    verdict = check(summed(), {"cores": {"a": 3, "b": 3}})
    assert families(verdict) == [("cores", "cluster")]
    assert verdict.violations[0].amount == 1
    assert verdict.objective is None


def test_least_and_most() -> None:
    assert check(summed(), {"cores": {"a": 1, "b": 4}}).feasible
    assert families(check(summed(), {"cores": {"a": 0, "b": 4}})) == [("min_cores", "job a")]
    assert families(check(summed(), {"cores": {"a": 4, "b": 1}})) == [("max_cores", "job a")]


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ({}, "cores"),
        ({"cores": {"a": 1, "b": 1}, "more": 1}, "more"),
        ({"cores": [1, 1]}, "cores"),
        ({"cores": {"a": 1}}, "cores.b"),
        ({"cores": {"a": 1, "b": 1, "c": 1}}, "cores.c"),
        ({"cores": {"a": 1.5, "b": 1}}, "cores.a"),
        ({"cores": {"a": True, "b": 1}}, "cores.a"),
    ],
)
def test_malformed_decision(decision, where: str) -> None:
    assert families(check(summed(), decision)) == [("decision", where)]


def test_price_bounds_the_sum_from_above() -> None:
    """At price 2: a takes 2 or 3 (12 - 4), b takes 1 or 2 (3 - 2), plus 2 × 5."""
    proof = {"kind": "multiplier", "price": 2}
    assert check_certificate(summed(), proof, 19.0) == []
    assert check_certificate(summed(), proof, 20.0) == []
    assert "claimed bound" in check_certificate(summed(), proof, 18.999)[0].message
    assert check(summed(), {"cores": {"a": 3, "b": 2}}).objective == 19


def test_counting_bounds_the_worst_from_below() -> None:
    """Below 6, a needs 3 cores (2 × 2) and b 2 (5): five of four. Below 7 four would do."""
    four = worst(cores=4)
    assert optgap.solve(four, "dp", gap=0).objective == 6
    assert check_certificate(four, {"kind": "counting", "level": 6}, 6.0) == []
    assert check_certificate(four, {"kind": "counting", "level": 6}, 6.5)
    assert check_certificate(four, {"kind": "counting", "level": 7}, 7.0)
    # nothing gets b below 4, with any number of cores
    assert check_certificate(worst(cores=99), {"kind": "counting", "level": 4}, 4.0) == []


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"kind": "counting"},
        {"kind": "counting", "level": "6"},
        {"kind": "counting", "level": 6, "more": 1},
        {"kind": "counting", "level": float("nan")},
        {"kind": "multiplier", "price": 1},
        {"kind": "min-cores"},
    ],
)
def test_forged_certificate(forged: dict) -> None:
    assert check_certificate(worst(cores=4), forged, 6.0)


def test_counting_is_no_proof_for_a_sum() -> None:
    assert check_certificate(summed(), {"kind": "counting", "level": 99}, 19.0)


def test_certificate_of_infeasibility() -> None:
    proof = {"kind": "min-cores"}
    assert check_certificate(summed(cores=1), proof, None) == []
    assert check_certificate(summed(cores=2), proof, None)
    assert check_certificate(summed(cores=1), proof, 3.0)


def test_sense_differs_per_instance() -> None:
    assert optgap.solve(summed(), "greedy").sense == "maximize"
    assert optgap.solve(worst(), "greedy").sense == "minimize"


def test_generated_instances_repeat() -> None:
    for shape in ("concave", "steps", "rough"):
        for objective in ("max-sum", "max-min"):
            made = [generate(4, shape=shape, objective=objective) for _ in range(2)]
            assert made[0] == made[1]
