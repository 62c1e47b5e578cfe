"""The judge of microq: one constraint at a time, just inside and just outside."""

import pytest
from enumeration import families

import optgap
from optgap.instances.microq import MicroQ, generate

check = optgap.problem_named("microq").judge
check_certificate = optgap.problem_named("microq").check_certificate


def paced(**pe) -> MicroQ:
    first = {"name": "a", "nodes": ["n"], "pacing": [0, 40, 40], **pe}
    return MicroQ(
        name="x",
        nodes=[{"name": "n", "mips": 100}, {"name": "m", "mips": 10}],
        components=[
            {
                "name": "c",
                "mips": [0, 40, 120],
                "importance": [0, 8, 16],
                "pes": [first, {"name": "b", "nodes": ["n"], "pacing": [0, 0, 80]}],
            }
        ],
    )


def decision(mips: float, a: float, b: float, **more) -> dict:
    return {"mips": {"c": mips}, "fraction": {"a": {"n": a, **more}, "b": {"n": b}}}


def test_objective() -> None:
    assert check(paced(), decision(60, 0.4, 0.2)).objective == pytest.approx(10)
    assert check(paced(), decision(60, 0.4, 0.2)).details == {"mips_used": 60}
    assert check(paced(), {"mips": {"c": 0}, "fraction": {}}).objective == 0


def test_segments() -> None:
    small = paced(max_mips=None)
    assert families(check(small, decision(121, 0.4, 0.8))) == [
        ("segments", "component c"),
        ("capacity", "node n"),
    ]
    assert families(check(small, decision(-1, 0, 0))) == [("segments", "component c")]


def test_pacing() -> None:
    assert families(check(paced(), decision(60, 0.39, 0.2))) == [("pacing", "PE a")]
    assert families(check(paced(), decision(20, 0.2, 0.01))) == [("pacing", "PE b")]


def test_least_and_most() -> None:
    assert check(paced(min_mips=20), decision(20, 0.2, 0)).feasible
    assert families(check(paced(min_mips=20), decision(19, 0.19, 0))) == [("min_mips", "PE a")]
    assert check(paced(max_mips=20), decision(20, 0.2, 0)).feasible
    assert families(check(paced(max_mips=20), decision(21, 0.21, 0))) == [("max_mips", "PE a")]


def test_candidates_and_signs() -> None:
    assert families(check(paced(), decision(21, 0.2, 0, m=0.1))) == [
        ("candidates", "PE a on node m")
    ]
    both = paced(nodes=["n", "m"])
    assert check(both, decision(21, 0.2, 0, m=0.1)).feasible
    assert families(check(both, decision(19, 0.2, 0, m=-0.1))) == [("fraction", "PE a on node m")]


def test_capacity() -> None:
    assert check(paced(), decision(100, 0.4, 0.6)).feasible
    assert families(check(paced(), decision(101, 0.4, 0.61))) == [("capacity", "node n")]


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        (None, "(document)"),
        ({"mips": {"c": 0}}, "fraction"),
        ({"mips": {}, "fraction": {}}, "mips.c"),
        ({"mips": {"c": "0"}, "fraction": {}}, "mips.c"),
        ({"mips": {"c": 0}, "fraction": []}, "fraction"),
        ({"mips": {"c": 0}, "fraction": {"q": {}}}, "fraction.q"),
        ({"mips": {"c": 0}, "fraction": {"a": 1}}, "fraction.a"),
        ({"mips": {"c": 0}, "fraction": {"a": {"q": 1}}}, "fraction.a.q"),
        ({"mips": {"c": 0}, "fraction": {"a": {"n": float("inf")}}}, "fraction.a.n"),
    ],
)
def test_malformed_decision(wrong, where: str) -> None:
    assert families(check(paced(), wrong)) == [("decision", where)]


def test_prices_prove_an_upper_bound() -> None:
    """At 0.1 per mips of n the component is worth 4 at 40 mips and at 120: 10 + 4."""
    proof = {"kind": "prices", "node": {"n": 0.1, "m": 0}}
    assert check_certificate(paced(), proof, 14.001) == []
    assert check_certificate(paced(), proof, 13.999)
    assert optgap.solve(paced()).objective == pytest.approx(14)
    relaxed = optgap.solve(paced(), "relaxation")
    assert (relaxed.bound_kind, relaxed.bound) == ("certified", pytest.approx(14))


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"kind": "prices", "node": {"n": 0.1}},
        {"kind": "prices", "node": {"n": -0.1, "m": 0}},
        {"kind": "prices", "node": {"n": float("nan"), "m": 0}},
        {"kind": "prices", "node": {"n": "1", "m": 0}},
        {"kind": "price", "node": {"n": 0.1, "m": 0}},
    ],
)
def test_forged_certificate(forged: dict) -> None:
    assert check_certificate(paced(), forged, 100.0)


def test_generated_instances_repeat() -> None:
    assert generate(4) == generate(4)
