"""The judge of microw: one constraint at a time, just inside and just outside."""

import pytest
from enumeration import families

import optgap
from optgap.instances.microw import MicroW, generate

check = optgap.problem_named("microw").judge
check_certificate = optgap.problem_named("microw").check_certificate


def two_pes(**changes) -> MicroW:
    fields = {
        "name": "x",
        "nodes": [{"name": "n", "mips": 100}, {"name": "m", "mips": 200}],
        "pes": [
            {"name": "a", "goal": 50, "nodes": ["n", "m"], "max_change": 60, "fixed": ["m"]},
            {"name": "b", "goal": 60, "nodes": ["n"], "allowed": {"n": [[0, 0.2], [0.4, 0.8]]}},
        ],
        "previous": {"a": {"n": 0.3}, "b": {"n": 0.4}},
        "max_total_change": 50,
        "max_touched_nodes": 1,
    }
    return MicroW(**{**fields, **changes})


def fractions(a: float, b: float, **more) -> dict:
    return {"fraction": {"a": {"n": a, **more}, "b": {"n": b}}}


def test_objective() -> None:
    verdict = check(two_pes(), fractions(0.4, 0.5))
    assert verdict.objective == pytest.approx(10 + 10)
    assert verdict.details == {"change": pytest.approx(20), "touched_nodes": 1}
    assert check(two_pes(), {"fraction": {"b": {"n": 0.4}}}).objective == 50 + 20


def test_total_change() -> None:
    assert check(two_pes(), fractions(0.15, 0.75)).feasible
    assert check(two_pes(), fractions(0.15, 0.7500004)).feasible
    assert families(check(two_pes(), fractions(0.15, 0.76))) == [("max_total_change", "all PEs")]


@pytest.mark.parametrize(("part", "broken"), [(2.5e-12, False), (3.5e-12, True)])
def test_changes_may_be_what_twelve_digits_leave_open(part: float, broken: bool) -> None:
    """A millionth of a millionth of all mips, for each PE: 6e-4 in all, of 2.5e-12 · 2e8."""
    wide = two_pes(
        nodes=[{"name": "n", "mips": 1e8}, {"name": "m", "mips": 2e8}],
        max_total_change=0,
        max_touched_nodes=None,
        pes=[{"name": p, "goal": 50, "nodes": ["n", "m"]} for p in "ab"],
        previous={"a": {"m": 0.25}},
    )
    moved = check(wide, {"fraction": {"a": {"m": 0.25 + part}}})
    assert families(moved) == [("max_total_change", "all PEs")] * broken


def test_change_of_a_pe() -> None:
    free = two_pes(max_total_change=None)
    assert check(free, fractions(0.9, 0.1)).feasible
    assert families(check(free, fractions(0.91, 0.05))) == [("max_change", "PE a")]


def test_touched_nodes() -> None:
    pes = [
        {"name": "a", "goal": 50, "nodes": ["n", "m"]},
        {"name": "b", "goal": 60, "nodes": ["n"]},
    ]
    free = two_pes(pes=pes)
    assert check(free, fractions(0.4, 0.5)).feasible
    assert families(check(free, fractions(0.4, 0.5, m=0.1))) == [("max_touched_nodes", "n, m")]


def test_legal_fractions() -> None:
    assert check(two_pes(), fractions(0.3, 0.2)).feasible
    assert families(check(two_pes(), fractions(0.3, 0.3))) == [("allowed", "PE b on node n")]
    elsewhere = {"fraction": {"a": {"n": 0.3}, "b": {"n": 0.4, "m": 0.1}}}
    verdict = check(two_pes(max_touched_nodes=2), elsewhere)
    assert "not a candidate" in verdict.violations[0].message
    must = two_pes(
        pes=[{"name": "a", "goal": 1, "nodes": ["n"], "allowed": {"n": [[0.3, 1]]}}], previous={}
    )
    assert families(check(must, {"fraction": {}})) == [("allowed", "PE a on node n")]


def test_nothing_of_a_node_that_is_no_candidate_is_legal() -> None:
    given = two_pes(max_touched_nodes=2, max_total_change=None)
    assert check(given, {"fraction": {"a": {"n": 0.3}, "b": {"n": 0.4, "m": 0.0}}}).feasible
    (fault,) = check(given, {"fraction": {"a": {"n": 0.3}, "b": {"n": 0.4, "m": 0.1}}}).violations
    assert fault.amount == pytest.approx(0.1)
    pes = [{"name": "a", "goal": 1, "nodes": ["n"], "allowed": {"n": [[0.3, 0.4], [0.6, 1]]}}]
    (fault,) = check(two_pes(pes=pes, previous={}), {"fraction": {}}).violations
    assert fault.message == "0 is not legal; the minimum is 0.3"


def test_fixed_fractions() -> None:
    free = two_pes(max_touched_nodes=None)
    assert families(check(free, fractions(0.3, 0.4, m=0.1))) == [("fixed", "PE a on node m")]


def test_prices_count_the_least_and_the_largest_fraction() -> None:
    """b aims at nothing, and may have nothing; else it has a fifth or more of n."""
    for least, proven in ((0, 0.0), (0.2, 20.0)):
        pes = [{"name": "b", "goal": 0, "nodes": ["n"], "allowed": {"n": [[least, 0.3], [0.4, 1]]}}]
        given = two_pes(pes=pes, previous={})
        proof = {"kind": "prices", "pe": {"b": -1.0}, "node": {"n": 0.0, "m": 0.0}}
        assert check_certificate(given, proof, proven) == []
        assert check_certificate(given, proof, proven + 0.5)
    pes = [{"name": "b", "goal": 90, "nodes": ["n"], "allowed": {"n": [[0, 0.2], [0.4, 0.8]]}}]
    proof = {"kind": "prices", "pe": {"b": 1.0}, "node": {"n": 0.0, "m": 0.0}}
    assert check_certificate(two_pes(pes=pes, previous={}), proof, 10.0 - 1e-9) == []
    assert check_certificate(two_pes(pes=pes, previous={}), proof, 10.5)


def test_node_capacity() -> None:
    free = two_pes(max_total_change=None)
    assert check(free, fractions(0.3, 0.7)).feasible
    assert families(check(free, fractions(0.3, 0.71))) == [("capacity", "node n")]


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ({}, "fraction"),
        ({"fraction": []}, "fraction"),
        ({"fraction": {"c": {}}}, "fraction.c"),
        ({"fraction": {"a": 1}}, "fraction.a"),
        ({"fraction": {"a": {"q": 1}}}, "fraction.a.q"),
        ({"fraction": {"a": {"n": "1"}}}, "fraction.a.n"),
        ({"fraction": {"a": {"n": float("nan")}}}, "fraction.a.n"),
        ({"fraction": {"a": {"n": True}}}, "fraction.a.n"),
    ],
)
def test_malformed_decision(decision, where: str) -> None:
    assert families(check(two_pes(), decision)) == [("decision", where)]


def test_prices_prove_what_the_flow_cannot_reach() -> None:
    """p1 and p3 at price 1 and -1: fixed-inner misses its goals by 200 at least."""
    instance = optgap.load("microw/fixed-inner")
    outcome = optgap.solve(instance, "flow-lp")
    assert (outcome.status, outcome.bound) == ("optimal", 200)
    assert check_certificate(instance, outcome.certificate, 200.0) == []
    assert check_certificate(instance, outcome.certificate, 200.001)


@pytest.mark.parametrize(
    ("part", "prices"),
    [
        ("pe", {"p1": 2, "p2": 0, "p3": 0}),
        ("pe", {"p1": 1}),
        ("pe", {"p1": 1, "p2": "0", "p3": 0}),
        ("node", {"n1": -1, "n2": 0}),
        ("node", {"n1": float("nan"), "n2": 0}),
        ("node", []),
        ("kind", "price"),
    ],
)
def test_forged_certificate(part: str, prices) -> None:
    instance = optgap.load("microw/fixed-inner")
    certificate = optgap.solve(instance, "flow-lp").certificate
    assert check_certificate(instance, {**certificate, part: prices}, 200.0)


def test_limits_leave_the_flow_a_bound_only() -> None:
    outcome = optgap.solve(optgap.load("microw/three-pes"), "flow-lp")
    assert (outcome.status, outcome.bound, outcome.decision) == ("unknown", 0, None)
    assert "ignores max_total_change, max_touched_nodes" in outcome.message


def test_generated_instances_repeat_and_begin_legally() -> None:
    assert generate(4) == generate(4)
    for seed in range(5):
        assert optgap.solve(generate(seed, touched=0.3), "keep").details["change"] == 0
