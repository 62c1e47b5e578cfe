"""Prices that bound a front: what they prove on the worked example, and forged ones."""

import json

import pytest

import optgap
from optgap.validation.judge.stage import (
    PriceTables,
    check_bound_front,
    least_costs,
    price_bounds,
)
from optgap.validation.judge.verdict import TOO_LARGE

ROWS = [[0, None], [0, 2.0]]
NONE = [[0.0, 0.0], [0.0, 0.0]]


def certificate(price: list, up_to: float = 5, limit: float = 7) -> dict:
    document = {
        "kind": "prices",
        "group": [0, 1],
        "rows": ROWS,
        "none_up_to": {"latency": up_to, "price": NONE},
        "steps": [
            {"latency": limit, "price": price},
            {"latency": 9, "price": NONE},
            {"latency": None, "price": NONE},
        ],
    }
    return json.loads(json.dumps(document))  # no list stands in it twice


@pytest.mark.parametrize(
    ("price", "cost"),
    [(NONE, 36 + 4), ([[2.0, 0.0], [0.0, 0.0]], 46), ([[0.0, 4.0], [0.0, 0.0]], 48)],
)
def test_what_prices_prove(price: list, cost: float) -> None:
    """Price 2 on machine 0 proves 46 for latencies up to 7; in units of 2, price 4 proves 48."""
    two = optgap.load("stage/two-machines")
    none, *found = least_costs(two, PriceTables.read(certificate(price), two))
    assert none > 0
    assert found == pytest.approx([cost if cost > 40 else found[0], 40, 36])
    assert all(low <= least for low, least in zip(found, [48, 40, 36], strict=True))


def test_what_rounding_may_have_added_is_taken_off() -> None:
    """A price of 20 on machine 0 gains 28 + 24 on the other one, and owes 3 units of room."""
    two = optgap.load("stage/two-machines")
    proof = PriceTables.read(certificate([[20.0, 0.0], [0.0, 0.0]]), two)
    share = (2 * (1 + 2) + 8) * 2.0**-53  # of a resource and two rows
    low = 52 * (1 - share) - 60 * (1 + share)
    assert least_costs(two, proof)[1] == low + low * 2.0**-52 < -8


def test_prices_of_no_row() -> None:
    """They prove what the cheapest choices cost; a certificate without rows is one all the same."""
    two = optgap.load("stage/two-machines")
    proof = certificate([[], []])
    proof |= {"rows": [], "none_up_to": {"latency": 5, "price": [[], []]}}
    for step in proof["steps"]:
        step["price"] = [[], []]
    for none in (proof["none_up_to"], None):
        proof["none_up_to"] = none
        assert check_bound_front(two, proof, [{"latency": 9, "cost": 39.9}]) == []
        assert check_bound_front(two, proof, [{"latency": 9, "cost": 40.1}]) != []


@pytest.mark.parametrize(
    ("rows", "price"),
    [([[0, None]], 1.7e308), ([[0, 1e-300]], 1e100), ([[0, 5e-324]], 1.0)],
)
def test_prices_that_overflow_prove_nothing(rows: list, price: float) -> None:
    """An infinite sum would say that there is no plan at all."""
    two = optgap.load("stage/two-machines")
    proof = certificate([[price], [price]])
    proof |= {"rows": rows, "none_up_to": {"latency": 6, "price": [[price], [price]]}}
    for step in proof["steps"]:
        step["price"] = [[price], [price]]
    faults = check_bound_front(two, proof, [{"latency": None, "cost": 1e9}])
    assert "proves nothing" in faults[0].message


def test_claims_are_compared() -> None:
    two = optgap.load("stage/two-machines")
    proof = certificate([[2.0, 0.0], [0.0, 0.0]])
    good = [{"latency": 7, "cost": 45.9}, {"latency": None, "cost": 35.9}]
    assert check_bound_front(two, proof, good) == []
    for entry, words in (
        ({"latency": 7, "cost": 46.1}, "claims 46.1"),
        ({"latency": 8, "cost": 1.0}, "no prices for 8"),
        ({"latency": 7, "cost": None}, "claims None"),
        ({"latency": 7}, "must name latency and cost"),
    ):
        assert words in check_bound_front(two, proof, [entry])[0].message


def test_every_false_bound_is_named() -> None:
    entries = [{"latency": 7}, {"latency": 8, "cost": 1.0}, {"latency": 9, "cost": 41.0}]
    faults = check_bound_front(optgap.load("stage/two-machines"), certificate(NONE), entries)
    assert [fault.message[:14] for fault in faults] == [f"bound_front[{s}]" for s in range(3)]


def test_a_plan_that_is_faster_than_the_claim() -> None:
    two = optgap.load("stage/two-machines")
    proof = certificate(NONE, up_to=6)
    words = check_bound_front(two, proof, [{"latency": 9, "cost": 1.0}])[0].message
    assert "do not exclude plans with a latency up to 6" in words


def changed(path: list, value: object) -> dict:
    forged = certificate(NONE)
    place = forged
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return forged


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (
            ["steps", 0, "price", 0, 0],
            -1.0,
            "price[0][0]: must be greater than or equal to 0",
        ),
        (["steps", 0, "price", 0, 0], float("nan"), "must be a finite number"),
        (["steps", 0, "price", 0, 0], float("inf"), "must be a finite number"),
        (["steps", 0, "price", 0, 0], "2", "must be a valid number"),
        (["steps", 0, "price", 0], [0.0], "must have 2 entries, one per row"),
        (["steps", 0, "price"], [[0.0, 0.0]], "must have 2 entries, one per group"),
        (["steps", 0, "price"], [[0.0, 0.0]] * 3, "must have 2 entries, one per group"),
        (["steps", 0, "latency"], 9, "thresholds must rise"),
        (["steps", 0, "latency"], None, "thresholds must rise"),
        (["none_up_to", "latency"], 7, "thresholds must rise"),
        (["none_up_to", "latency"], None, "must be a finite number"),
        (["rows", 1, 1], 0.0, "rows[1][1]: must be greater than 0"),
        (["rows", 1, 1], -2.0, "rows[1][1]: must be greater than 0"),
        (["rows", 0, 0], 1, "rows[0]: must be an integer from 0 to 0"),
        (["group", 0], 2, "group[0]: must be an integer from 0 to 1"),
        (["group", 0], -1, "group[0]"),
        (["group", 0], True, "group[0]"),
        (["group"], [0], "must have 2 entries"),
        (["steps"], 3, "steps: must be a list"),
        (["more"], 3, "more: unknown key"),
        (["kind"], "demand", "the kind 'demand' is unknown"),
    ],
)
def test_forged_certificates_are_refused(path: list, value: object, words: str) -> None:
    two = optgap.load("stage/two-machines")
    faults = check_bound_front(two, changed(path, value), [{"latency": None, "cost": 1.0}])
    assert faults
    assert words in " ".join(fault.message for fault in faults)


def test_proofs_without_prices_and_long_ones(monkeypatch) -> None:
    two = optgap.load("stage/two-machines")
    empty = changed(["steps"], []) | {"none_up_to": None}
    assert "steps: must state prices" in check_bound_front(two, empty, [])[0].message
    steps = two.latency.size * 4  # choices times thresholds
    monkeypatch.setattr(price_bounds, "MOST_WORK", steps)
    assert check_bound_front(two, certificate(NONE), [{"latency": 9, "cost": 1.0}]) == []
    monkeypatch.setattr(price_bounds, "MOST_WORK", steps - 1)
    assert check_bound_front(two, certificate(NONE), [])[0].constraint == TOO_LARGE


def test_all_faults_at_once() -> None:
    forged = changed(["steps", 0, "price", 0, 0], -1.0)
    forged["rows"] = [[0, None], [0, -2.0]]
    two = optgap.load("stage/two-machines")
    assert len(check_bound_front(two, forged, [])) == 2
    forged = changed(["steps", 0, "price"], [[0.0, 0.0]])
    forged["group"] = [5, 0]
    assert len(check_bound_front(two, forged, [])) == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bound_front": [{"latency": None, "cost": 47.0}]}, "contradict|is below it"),
        ({"hypervolume": (26.0, 27.0)}, "hypervolume"),
        ({"epsilon": 0.5}, "epsilon"),
        ({"bound_front": [{"cost": 1.0, "latency": None}]}, "must name latency, cost"),
        ({"bound_front": []}, "must not be empty"),
        ({"status": "infeasible", "front": None}, "because there is no plan"),
    ],
)
def test_forged_documents_are_refused(change: dict, words: str) -> None:
    outcome = optgap.solve("stage/two-machines", "priced")
    assert not optgap.check("stage/two-machines", outcome).violations
    forged = outcome.model_copy(update=change)
    found = optgap.check("stage/two-machines", forged).violations
    assert any(word in str(fault) for fault in found for word in words.split("|"))


@pytest.mark.parametrize("none", [[1], "x", 5, {"latency": None}, {"latency": "a"}])
def test_a_front_is_not_measured_with_a_malformed_certificate(none: object) -> None:
    outcome = optgap.solve("stage/two-machines", "priced")
    forged = outcome.model_copy(update={"certificate": certificate(NONE) | {"none_up_to": none}})
    assert optgap.check("stage/two-machines", forged).certificate == "invalid"


def test_prices_prove_no_infeasibility() -> None:
    """The same certificate beside "infeasible" and without bounds is not a proof of that."""
    outcome = optgap.solve("stage/two-machines", "priced")
    update = {"status": "infeasible", "front": None, "bound_front": None, "hypervolume": None}
    forged = outcome.model_copy(update={**update, "epsilon": None, "front_complete": None})
    assert optgap.check("stage/two-machines", forged).certificate == "invalid"
