"""The judge of cluster_ratio: one constraint at a time, and proofs that prove no more."""

import pytest
from enumeration import families

import optgap
from optgap.instances.cluster_ratio import ClusterRatio, generate
from optgap.validation.judge.proofs import lagrange_multiplier
from optgap.validation.judge.verdict import TOO_LARGE

check = optgap.problem_named("cluster_ratio").judge
check_certificate = optgap.problem_named("cluster_ratio").check_certificate


def instance(**changes) -> ClusterRatio:
    fields = {
        "name": "x",
        "containers": 6,
        "groups": [
            {"name": "a", "lower": 1, "upper": 4, "latency": [9, 5, 3, 2]},
            {"name": "b", "lower": 2, "upper": 3, "latency": [8, 6.5]},
        ],
    }
    return ClusterRatio(**{**fields, **changes})


def test_objective_is_the_summed_latency() -> None:
    verdict = check(instance(), {"containers": {"a": 3, "b": 3}})
    assert verdict.objective == 9.5
    assert verdict.details == {"containers_left": 0}
    assert check(instance(), {"containers": {"a": 1, "b": 2}}).details == {"containers_left": 3}


def test_containers() -> None:
    assert check(instance(), {"containers": {"a": 4, "b": 2}}).feasible
    verdict = check(instance(), {"containers": {"a": 4, "b": 3}})
    assert families(verdict) == [("containers", "cluster")]
    assert verdict.violations[0].amount == 1
    assert verdict.objective is None


def test_lower() -> None:
    assert check(instance(), {"containers": {"a": 1, "b": 2}}).feasible
    assert families(check(instance(), {"containers": {"a": 1, "b": 1}})) == [("lower", "group b")]


def test_upper() -> None:
    assert check(instance(), {"containers": {"a": 1, "b": 3}}).feasible
    assert families(check(instance(), {"containers": {"a": 1, "b": 4}})) == [("upper", "group b")]


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ({}, "containers"),
        ({"containers": {"a": 1, "b": 2}, "more": 1}, "more"),
        ({"containers": [1, 2]}, "containers"),
        ({"containers": {"a": 1}}, "containers.b"),
        ({"containers": {"a": 1, "b": 2, "c": 1}}, "containers.c"),
        ({"containers": {"a": 1.0, "b": 2}}, "containers.a"),
        ({"containers": {"a": True, "b": 2}}, "containers.a"),
        ({"containers": {"a": "1", "b": 2}}, "containers.a"),
    ],
)
def test_malformed_decision(decision, where: str) -> None:
    assert families(check(instance(), decision)) == [("decision", where)]


def test_price_is_accepted_up_to_what_it_proves() -> None:
    """At price 2: a takes 3 (3 + 6), b takes 2 (8 + 4), minus 2 × 6: the optimum, 9."""
    tight = instance(containers=5)
    proof = {"kind": "multiplier", "price": 2}
    assert check_certificate(tight, proof, 11.0) == []
    assert check_certificate(tight, proof, 10.0) == []
    assert "claimed bound" in check_certificate(tight, proof, 11.000001)[0].message


def test_core_closes_the_gap_and_no_more() -> None:
    waves = optgap.load("cluster_ratio/waves").model_copy(update={"containers": 9})
    assert optgap.solve(waves, "dp", gap=0).objective == 27
    core = {"kind": "core", "price": 2.5}
    assert check_certificate(waves, core, 27.0) == []
    assert "it proves 27.0" in check_certificate(waves, core, 27.25)[0].message
    assert check_certificate(waves, {"kind": "multiplier", "price": 2.5}, 27.0)


def test_a_core_with_too_many_choices_is_not_enumerated(monkeypatch) -> None:
    waves = optgap.load("cluster_ratio/waves").model_copy(update={"containers": 9})
    monkeypatch.setattr(lagrange_multiplier, "MOST_STEPS", 3)
    (fault,) = check_certificate(waves, {"kind": "core", "price": 2.5}, 27.0)
    assert (fault.constraint, "too many choices" in fault.message) == (TOO_LARGE, True)


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"kind": "multiplier"},
        {"kind": "multiplier", "price": -1},
        {"kind": "multiplier", "price": float("inf")},
        {"kind": "multiplier", "price": float("nan")},
        {"kind": "multiplier", "price": "2"},
        {"kind": "multiplier", "price": True},
        {"kind": "multiplier", "price": 2, "more": 1},
        {"kind": "trust me", "price": 2},
        {"kind": "lower-bounds"},
    ],
)
def test_forged_certificate(forged: dict) -> None:
    assert check_certificate(instance(containers=5), forged, 11.0)


def test_certificate_of_infeasibility() -> None:
    proof = {"kind": "lower-bounds"}
    assert check_certificate(instance(containers=2), proof, None) == []
    assert check_certificate(instance(containers=3), proof, None)
    assert check_certificate(instance(containers=2), proof, 5.0)
    assert check_certificate(instance(), {"kind": "multiplier", "price": 0}, None)


def test_every_curve_shape_is_as_described() -> None:
    for seed in range(4):
        for curve in ("convex", "waves", "rough"):
            made = generate(seed, groups=6, containers=60, curve=curve)
            assert made == generate(seed, groups=6, containers=60, curve=curve)
            assert made.extra >= 0
            for group in made.groups:
                steps = group.latency[1:] - group.latency[:-1]
                if curve == "convex":
                    assert (steps <= 0).all()
                    assert (steps[1:] >= steps[:-1]).all()
                if curve == "waves":
                    assert (steps <= 0).all()
