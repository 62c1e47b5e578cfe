"""The judge of macroq: each rule just inside and just outside, and its proofs."""

import json
import random
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import optgap
from optgap.instances.macroq import MacroQ, generate
from optgap.validation.judge.macroq.certificate import concave_pieces
from optgap.validation.judge.macroq.decision import on_curve
from optgap.validation.judge.proofs.small_programs import largest_value

check = optgap.problem_named("macroq").judge
check_certificate = optgap.problem_named("macroq").check_certificate


def curve(mips: float) -> dict:
    return {"template": "t1", "mips": mips}


def graph(**mips: float) -> dict:
    return {"template": "t1", "mips": mips}


def broken(instance: MacroQ, jobs: dict) -> list[str]:
    return [violation.constraint for violation in check(instance, {"jobs": jobs}).violations]


def changed(instance: MacroQ, **fields: object) -> MacroQ:
    document = json.loads(json.dumps(instance.model_dump(mode="python"), default=plain))
    return MacroQ.model_validate({**_without_nulls(document), **fields})


def plain(value: object) -> object:
    assert isinstance(value, np.ndarray)
    return value.tolist()


def _without_nulls(value: object) -> object:
    if isinstance(value, dict):
        return {k: _without_nulls(v) for k, v in value.items() if v is not None}
    return [_without_nulls(v) for v in value] if isinstance(value, list) else value


TINY = optgap.load("macroq/tiny")
REVISED = optgap.load("macroq/revised-rank")


def test_the_rules_of_curves() -> None:
    assert broken(TINY, {"a": curve(2)}) == []
    assert broken(TINY, {"a": curve(5), "b": curve(6)}) == ["mips"]
    assert broken(TINY, {"a": curve(1)}) == ["min_mips"]
    assert broken(TINY, {"a": curve(5.1)}) == ["max_mips"]
    amounts = {v.constraint: v.amount for v in check(TINY, {"jobs": {"a": curve(11)}}).violations}
    assert amounts == {"mips": 1, "max_mips": 6}
    curves = np.array([2.0, 5.0]), np.array([4.0, 9.0])
    assert [on_curve(Fraction(x), *curves) for x in (1, 2, 3, 5, 7)] == [
        4,
        4,
        Fraction(17, 3),
        9,
        9,
    ]
    assert broken(TINY, {}) == ["required"]
    assert broken(TINY, {"a": curve(2), "d": curve(1)}) == ["rank"]
    assert broken(TINY, {"a": curve(2), "b": curve(3), "c": curve(4), "d": curve(1)}) == []
    assert broken(TINY, {"a": curve(2), "b": curve(4)}) == []
    points = changed(TINY, curves="points")
    assert broken(points, {"a": curve(2), "b": curve(4)}) == ["points"]
    grid = changed(TINY, granularity=1)
    assert broken(grid, {"a": curve(2), "b": curve(3.5)}) == ["granularity"]


def test_the_total_is_exact_on_a_grid() -> None:
    """0.3 mips hold three jobs of 0.1, and a part in a billion is too much."""
    jobs = [
        {
            "name": f"j{k}",
            "rank": 1,
            "templates": [{"name": "t1", "mips": [0.1], "importance": [1]}],
        }
        for k in range(3)
    ]
    document = {"name": "tenths", "mips": 0.3, "curves": "points", "jobs": jobs}
    every = {f"j{k}": curve(0.1) for k in range(3)}
    assert broken(MacroQ.model_validate(document), every) == []
    assert broken(MacroQ.model_validate({**document, "mips": 0.2999999999}), every) == ["mips"]


def test_rank_legality_by_revised_ranks() -> None:
    """a of rank 3 is as good as rank 1 while b reads it, and of rank 3 without b."""
    a, b, c = graph(p=5), graph(p=4), graph(p=4)
    assert broken(REVISED, {"a": a, "b": b}) == []
    assert broken(REVISED, {"b": b, "c": c}) == []
    assert broken(REVISED, {"a": a}) == ["rank"]
    assert broken(REVISED, {"c": c}) == ["rank"]
    verdict = check(REVISED, {"jobs": {"a": a, "b": b}})
    assert verdict.objective == 12
    assert verdict.details["waterline"] == 1
    assert verdict.details["rates"] == {"a/s": 9.0, "b/out": 12.0}


def test_dependence_goes_by_pes_and_not_over_jobs() -> None:
    """a feeds b1, b2 feeds c; b1 and b2 of one job are not joined, so c does not depend on a."""
    one = {"mips": 1.0}
    document = {
        "name": "not-transitive",
        "mips": 10,
        "jobs": [
            {"name": "a", "rank": 3, "templates": [template(["p"], s=("p", [one]))]},
            {
                "name": "b",
                "rank": 3,
                "templates": [
                    template(
                        ["b1", "b2"],
                        x=("b1", [one, {"rates": {"a/s": 1}}]),
                        y=("b2", [one]),
                    )
                ],
            },
            {
                "name": "c",
                "rank": 1,
                "templates": [template(["p"], out=("p", [one, {"rates": {"b/y": 1}}]))],
            },
            {"name": "d", "rank": 2, "templates": [template(["p"], s=("p", [one]))]},
        ],
    }
    instance = MacroQ.model_validate(document)
    a, b, c = graph(p=1), graph(b1=1, b2=1), graph(p=1)
    assert broken(instance, {"b": b, "c": c}) == []
    assert broken(instance, {"a": a, "b": b, "c": c}) == ["rank"]


def template(pes: list[str], **streams: tuple[str, list[dict]]) -> dict:
    made = [{"name": n, "pe": pe, "resource": terms} for n, (pe, terms) in streams.items()]
    return {"name": "t1", "pes": [{"name": pe} for pe in pes], "streams": made}


def test_a_job_without_its_source() -> None:
    """As printed it may run on nothing; in closed lists it may not."""
    starved = changed(REVISED, primal={"feed": 0}, mips=8)
    verdict = check(starved, {"jobs": {"b": graph(p=4), "c": graph(p=4)}})
    assert verdict.objective == 8
    assert verdict.details["without_input"] == ["b"]
    closed = changed(starved, closed=True)
    assert broken(closed, {"b": graph(p=4), "c": graph(p=4)}) == ["closed"]
    assert optgap.solve(starved).objective == 8
    assert optgap.solve(closed).objective == 0
    assert optgap.solve(closed, "nsdp").objective == 0


def test_a_running_job_keeps_its_template() -> None:
    jobs = [
        {
            "name": "a",
            "rank": 1,
            "running": "t2",
            "templates": [
                {"name": "t1", "mips": [1], "importance": [5]},
                {"name": "t2", "mips": [1], "importance": [3]},
            ],
        }
    ]
    instance = MacroQ.model_validate({"name": "running", "mips": 2, "jobs": jobs})
    assert broken(instance, {"a": curve(1)}) == ["running"]
    for method in ("exact", "waterline", "nsdp", "greedy"):
        assert optgap.solve(instance, method).objective == 3


@pytest.mark.parametrize(
    ("decision", "place"),
    [
        ([], "(document)"),
        ({"jobs": []}, "jobs"),
        ({"jobs": {"z": curve(1)}}, "jobs.z"),
        ({"jobs": {"a": 3}}, "jobs.a"),
        ({"jobs": {"a": {"template": "t9", "mips": 1}}}, "jobs.a.template"),
        ({"jobs": {"a": {"template": "t1", "mips": {}}}}, "jobs.a.mips"),
        ({"jobs": {"a": {"template": "t1", "mips": float("nan")}}}, "jobs.a.mips"),
    ],
)
def test_malformed_decisions(decision: object, place: str) -> None:
    assert [violation.where for violation in check(TINY, decision).violations] == [place]


@pytest.mark.parametrize(
    ("mips", "fault"),
    [
        (3.0, "jobs.a.mips: must be an object with a number per PE"),
        ({}, "jobs.a.mips.p: required key is missing"),
        ({"p": 3.0, "q": 1.0}, "jobs.a.mips.q: is not a PE of the template"),
    ],
)
def test_malformed_mips_of_a_graph(mips: object, fault: str) -> None:
    jobs = {"a": {"template": "t1", "mips": mips}}
    assert [f"{v.where}: {v.message}" for v in check(REVISED, {"jobs": jobs}).violations] == [fault]


def test_prices_of_curves_are_checked() -> None:
    certificate = optgap.solve(TINY, "waterline").certificate
    assert certificate is not None
    assert check_certificate(TINY, certificate, 18.001) == []
    assert check_certificate(TINY, certificate, 17.9)
    assert check_certificate(TINY, {**certificate, "kind": "prices"}, 18.001)
    for spoiled in ({}, {"1": {}}, {"1": {}, "2": {}, "3": {}}):
        assert check_certificate(TINY, {**certificate, "waterlines": spoiled}, 18.001)
    negative = {**certificate["waterlines"], "3": {"mips": -1.0, "rates": {}}}
    assert check_certificate(TINY, {**certificate, "waterlines": negative}, 18.001)


def test_prices_of_graphs_are_checked() -> None:
    instance = generate(3, jobs=4, pes=9, reads=0.7, ranks=3, load=2.0)
    outcome = optgap.solve(instance, "relaxation")
    best = optgap.solve(instance, "exact").objective
    certificate, bound = outcome.certificate, outcome.bound
    assert certificate is not None
    assert bound is not None
    assert best is not None
    assert check_certificate(instance, certificate, bound) == []
    assert check_certificate(instance, certificate, 0.99 * best)
    unread = {**certificate["waterlines"]["1"], "rates": {"j1/out": {"j9/t1/p1": 1.0}}}
    spoiled = {"kind": "waterline-prices", "waterlines": {**certificate["waterlines"], "1": unread}}
    assert "no job reads" in str(check_certificate(instance, spoiled, bound)[0])


def test_whatever_the_prices_no_optimum_is_cut_off() -> None:
    """Any prices of 0 or more prove a bound; random ones must stay above the optimum."""
    rng = np.random.default_rng(0)
    for seed in range(6):
        instance = generate(seed, jobs=4, pes=8, reads=0.8, ranks=3, load=2.0)
        best = optgap.solve(instance, "exact").objective
        outcome = optgap.solve(instance, "relaxation")
        assert best is not None
        assert outcome.certificate is not None
        for prices in outcome.certificate["waterlines"].values():
            for readers in prices.get("rates", {}).values():
                for reader in readers:
                    readers[reader] *= float(rng.uniform(0, 3))
            if prices:
                prices["mips"] *= float(rng.uniform(0, 2))
        assert check_certificate(instance, outcome.certificate, best * (1 - 1e-6))


@pytest.mark.parametrize("mips", [8, 10])
@pytest.mark.parametrize(
    "fields",
    [{}, {"curves": "points"}, {"granularity": 0.5}, {"curves": "points", "granularity": 1}],
)
def test_a_core_proves_the_optimum_of_curves_and_no_more(mips: float, fields: dict) -> None:
    """With 8 mips the jobs a, b and c, which waterline 3 needs, are too many: it has no prices."""
    given = changed(TINY, mips=mips, **fields)
    best = optgap.solve(given, "exact", gap=0).objective
    certificate = optgap.solve(given, "waterline").certificate
    assert best is not None
    assert certificate is not None
    assert (certificate["waterlines"]["3"] == {}) == (mips == 8)
    assert check_certificate(given, certificate, best) == []
    assert check_certificate(given, certificate, best - 1e-6)
    free = {str(rank): {"mips": 0.0, "rates": {}} for rank in (1, 2, 3)}
    loose = {"kind": "waterline-prices", "waterlines": free}
    rounded_up = best * (1 + 1e-12)  # between breakpoints
    assert check_certificate(given, loose, rounded_up) == []  # all choices are in the core


def test_a_waterline_without_prices_must_be_empty() -> None:
    prices = {str(rank): {"mips": 0.0, "rates": {}} for rank in (1, 2)} | {"3": {}}
    proof = {"kind": "waterline-prices", "waterlines": prices}
    assert "its prices are missing" in check_certificate(TINY, proof, 30.0)[0].message


def test_what_cannot_be_counted_is_refused() -> None:
    fine = changed(TINY, granularity=1e-6)
    free = {str(rank): {"mips": 0.0, "rates": {}} for rank in (1, 2, 3)}
    proof = {"kind": "waterline-prices", "waterlines": free}
    assert "too many units" in check_certificate(fine, proof, 18.0)[0].message
    products = generate(1, jobs=2, pes=4, products=True, granularity=1.0)
    assert "are multiplied" in check_certificate(products, proof, 1.0)[0].message


def test_closed_lists_require_what_required_jobs_read() -> None:
    """a (2 mips) reads b (3), and b reads c (4): together 9 of 8."""
    jobs = []
    for name, least, source in (("a", 2, "b/s"), ("b", 3, "c/s"), ("c", 4, None), ("d", 9, None)):
        terms = [{"mips": 1.0}, *([{"rates": {source: 1}}] if source else [])]
        made = template(["p"], s=("p", terms))
        made["pes"][0]["min_mips"] = least
        jobs.append({"name": name, "rank": 1, "required": name == "a", "templates": [made]})
    document = {"name": "closed", "mips": 8, "closed": True, "jobs": jobs}
    proof = {"kind": "required-mips"}
    assert check_certificate(MacroQ.model_validate(document), proof, None) == []
    for loose, words in (
        ({"mips": 9}, "need only 9 of 9 mips"),
        ({"closed": False}, "need only 2 of 8"),
    ):
        given = MacroQ.model_validate(document | loose)
        assert words in check_certificate(given, proof, None)[0].message


def test_required_jobs_beyond_all_mips() -> None:
    outcome = optgap.solve("macroq/tiny-infeasible", "exact")
    assert outcome.status == "infeasible"
    assert "a (2)" in str(outcome.message)
    assert check_certificate(TINY, {"kind": "required-mips"}, None)


def test_small_programs() -> None:
    rows = [
        ([Fraction(1), Fraction(1)], Fraction(4)),
        ([Fraction(1), Fraction(3)], Fraction(6)),
        ([Fraction(1), Fraction(0)], Fraction(3)),
    ]
    assert largest_value([Fraction(3), Fraction(2)], rows) == 11
    assert largest_value([Fraction(-1), Fraction(-1)], rows) == 0
    with pytest.raises(ValueError, match="no largest value"):
        largest_value([Fraction(1)], [([Fraction(-1)], Fraction(0))])
    with pytest.raises(ValueError, match="zero must be feasible"):
        largest_value([Fraction(1)], [([Fraction(1)], Fraction(-1))])


@pytest.mark.parametrize("seed", range(30))
def test_the_pieces_of_a_curve_are_its_concave_hull(seed: int) -> None:
    """Against the definition: at each breakpoint the highest chord over it."""
    rng = random.Random(seed)
    count = rng.randint(2, 6)
    rates = [0.0, *sorted(rng.sample(range(1, 12), count))]
    values = [0.0, *sorted(float(rng.randint(0, 9)) for _ in range(count))]
    curve = SimpleNamespace(rate=np.array(rates, dtype=float), value=np.array(values))
    first, pieces = concave_pieces(SimpleNamespace(weight=2.0, value=curve), Fraction(rates[-1]))
    points = [
        (Fraction(rate), 2 * Fraction(value)) for rate, value in zip(rates, values, strict=True)
    ]

    def highest_chord(x: Fraction) -> Fraction:
        return max(
            a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]) if b[0] > a[0] else a[1]
            for a in points
            for b in points
            if a[0] <= x <= b[0]
        )

    def on_pieces(x: Fraction) -> Fraction:
        begins = [sum((width for width, _ in pieces[:k]), Fraction(0)) for k in range(len(pieces))]
        return first + sum(
            slope * min(max(x - begin, Fraction(0)), width)
            for begin, (width, slope) in zip(begins, pieces, strict=True)
        )

    assert sum(width for width, _ in pieces) == rates[-1]
    assert all(on_pieces(x) == highest_chord(x) for x, _ in points)
    slopes = [slope for _, slope in pieces]
    assert slopes == sorted(set(slopes), reverse=True)
