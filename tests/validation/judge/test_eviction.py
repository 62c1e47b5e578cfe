"""The judge of eviction: one constraint at a time, and proofs that prove no more."""

import pytest
from enumeration import families

import optgap
from optgap.instances.eviction import Eviction, generate
from optgap.validation.judge import eviction

check = optgap.problem_named("eviction").judge
check_certificate = optgap.problem_named("eviction").check_certificate


def instance(**changes) -> Eviction:
    fields = {
        "name": "x",
        "resources": ["cpu", "memory"],
        "free": [1, 2],
        "request": [3, 4],
        "weights": {"usage": 2, "size": 0.25},
        "residents": [
            {"name": "a", "demand": [2, 2], "temperature": 1.5},
            {"name": "b", "demand": [1, 3], "factors": {"usage": 0.5, "size": 1}},
            {"name": "c", "demand": [2, 0], "temperature": 0.5},
            {"name": "d", "demand": [9, 9], "temperature": 0.1, "keep": True},
        ],
    }
    return Eviction(**{**fields, **changes})


def test_objective_and_details() -> None:
    verdict = check(instance(), {"evict": ["c", "b"]})
    assert verdict.objective == 0.5 + 2 * 0.5 + 0.25
    assert verdict.details == {
        "evicted": 2,
        "hottest": 1.25,
        "free_afterwards": {"cpu": 1.0, "memory": 1.0},
    }


def test_room() -> None:
    assert check(instance(), {"evict": ["a"]}).feasible
    verdict = check(instance(), {"evict": ["b"]})
    assert families(verdict) == [("room", "cpu")]
    assert verdict.violations[0].amount == 1
    assert verdict.violations[0].message == "1 of cpu are still missing"
    nobody = check(instance(request=[1, 2]), {"evict": []})
    assert (nobody.objective, nobody.details["hottest"]) == (0, 0)
    assert families(check(instance(), {"evict": []})) == [("room", "cpu"), ("room", "memory")]


def test_keep() -> None:
    assert families(check(instance(), {"evict": ["d"]})) == [("keep", "d")]


def test_tenths_are_exact() -> None:
    """Three residents of 0.1 cover 0.3."""
    residents = [{"name": n, "demand": [0.1], "temperature": 0.1} for n in "abc"]
    tenths = Eviction(name="t", resources=["m"], request=[0.3], residents=residents)
    assert check(tenths, {"evict": ["a", "b", "c"]}).objective == 0.3
    assert optgap.solve(tenths, "dp", gap=0).status == "optimal"


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ({}, "evict"),
        ({"evict": "a"}, "evict"),
        ({"evict": ["z"]}, "evict[0]"),
        ({"evict": ["a", "a"]}, "evict[1]"),
        ({"evict": ["a", 3]}, "evict[1]"),
        ({"evict": [], "more": 1}, "more"),
    ],
)
def test_malformed_decision(decision, where: str) -> None:
    assert families(check(instance(), decision)) == [("decision", where)]


def test_a_table_proves_the_optimum_and_no_more() -> None:
    best = optgap.solve(instance(), "dp", gap=0).objective
    assert best == 1.5
    assert check_certificate(instance(), {"kind": "table"}, best) == []
    assert check_certificate(instance(), {"kind": "table"}, best + 0.25)


def test_prices_are_rounded_up_to_the_unit_of_temperatures() -> None:
    """Temperatures are quarters: a proof of 1.2 is one of 1.25."""
    proof = {"kind": "prices", "prices": [0.6, 0.7]}
    assert check_certificate(instance(), proof, 1.25) == []
    assert check_certificate(instance(), proof, 1.5)
    exact = {"kind": "prices", "prices": [0.5, 0.75]}
    assert check_certificate(instance(), exact, 1.25) == []
    assert check_certificate(instance(), exact, 1.5)
    for count in (1, 3):
        wrong = {"kind": "prices", "prices": [0.5] * count}
        words = check_certificate(instance(), wrong, 0.5)[0].message
        assert "there must be 2 prices, one per missing resource" in words


def test_covers() -> None:
    residents = [{"name": n, "demand": [k], "temperature": k} for n, k in (("a", 1), ("b", 3))]
    one = Eviction(name="one", resources=["m"], request=[4], residents=residents)
    first = {"without": [], "price": [1, 1]}
    assert check_certificate(one, {"kind": "covers", "covers": [first]}, 4.0) == []
    assert check_certificate(one, {"kind": "covers", "covers": [first]}, 5.0)
    without_b = {"kind": "covers", "covers": [{"without": ["a", "b"], "price": [9, 1]}]}
    more = Eviction(name="more", resources=["m"], request=[3], residents=residents)
    assert check_certificate(more, without_b, 0.0) == []  # they free more than is needed
    free = instance(request=[1, 2])
    assert check_certificate(free, {"kind": "covers", "covers": []}, 0.0)
    twice = {"kind": "covers", "covers": [first, {"without": ["a"], "price": [1, 3]}]}
    assert "worth more" in check_certificate(one, twice, 4.0)[0].message
    for broken in (
        [{"without": ["z"], "price": [1, 1]}],
        [{"without": [], "price": [1, 0]}],
        [{"without": [], "price": [-1, 1]}],
        [{"without": [], "price": 1.0}],
        [{"without": []}],
        7,
    ):
        assert check_certificate(one, {"kind": "covers", "covers": broken}, 1.0)
    assert check_certificate(instance(), {"kind": "covers", "covers": []}, 0.0)


def test_a_table_needs_few_states_and_a_choice_that_frees_enough(monkeypatch) -> None:
    memory = instance(request=[1, 4])  # cpu is free already
    assert check_certificate(memory, {"kind": "table"}, 1.25) == []
    assert check_certificate(memory, {"kind": "table"}, 1.5)
    small = optgap.load("eviction/all-too-small")
    assert (
        "no choice of residents frees"
        in check_certificate(small, {"kind": "table"}, 1.0)[0].message
    )
    monkeypatch.setattr(eviction, "MOST_STATES", 3)
    assert check_certificate(memory, {"kind": "table"}, 1.25) == []
    monkeypatch.setattr(eviction, "MOST_STATES", 2)
    assert "too large" in check_certificate(memory, {"kind": "table"}, 1.25)[0].message


def test_shortage() -> None:
    small = optgap.load("eviction/all-too-small")
    assert check_certificate(small, {"kind": "shortage"}, None) == []
    assert check_certificate(small, {"kind": "shortage"}, 1.0)
    assert check_certificate(instance(), {"kind": "shortage"}, None)
    assert check_certificate(instance(request=[6, 7]), {"kind": "shortage"}, None)  # just enough
    assert check_certificate(instance(request=[6, 8]), {"kind": "shortage"}, None) == []
    for method in ("exact", "dp", "coldest-first", "greedy", "primal-dual"):
        assert optgap.solve(small, method).status == "infeasible"


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"kind": "trust me"},
        {"kind": "table", "more": 1},
        {"kind": "prices"},
        {"kind": "prices", "prices": [1]},
        {"kind": "prices", "prices": [1, -1]},
        {"kind": "prices", "prices": [1, float("nan")]},
        {"kind": "prices", "prices": "11"},
        {"kind": "shortage"},
    ],
)
def test_forged_certificate(forged: dict) -> None:
    assert check_certificate(instance(), forged, 0.5)


def test_generated_nodes() -> None:
    made = generate(2)
    assert made == generate(2)
    assert made != generate(3)
    outcome = optgap.solve(made, "dp", gap=0)
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
    assert generate(1, resources=3, residents=10).resources == ("cpu", "memory", "disk")
    with pytest.raises(optgap.InputError, match="resources"):
        generate(1, resources=4)
