"""The search for the worst ratio, against a brute force, random inputs and known theorems."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

import pytest
from guarantee_rows import (
    ODD,
    Row,
    eviction,
    grid_rows,
    inputs_of,
    makespan,
    packing,
    placement,
    ratio_by_judge,
    utility,
)

import optgap
from optgap.core.all_decisions import DECISIONS
from optgap.core.faults import InputError
from optgap.core.ratio_claims import piece_at
from optgap.validation.guarantees.guarantee import subject_of
from optgap.validation.judge.guarantees import Subject

ROWS = grid_rows()


@pytest.fixture(autouse=True)
def no_problem_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")


def subject(row: Row) -> Subject:
    return subject_of(row.instance, row.method, [row.free], row.assume)[0]


@pytest.mark.parametrize("name", ROWS)
def test_brute_force_over_a_grid_agrees(name: str) -> None:
    row = ROWS[name]
    made = subject(row)
    documents = map(made.family.document, inputs_of(row, made.family))
    ratios = [ratio_by_judge(each, made.method(each), made) for each in map(optgap.load, documents)]
    assert max(ratio for ratio in ratios if ratio is not None) == Fraction(row.ratio)
    assert row.prove().ratio == Fraction(row.ratio)


@pytest.mark.parametrize("name", ROWS)
def test_the_worst_instance_attains_its_ratio_when_the_real_method_runs(name: str) -> None:
    row = ROWS[name]
    proven = row.prove()
    document = proven.as_document()
    assert document["attained"] and document["kind"] == "exact"
    assert document["ratio"] == document["at_least"] == document["at_most"] == row.ratio
    outcome = optgap.solve(proven.worst_instance, row.method)
    ratio = ratio_by_judge(proven.worst_instance, outcome.decision, subject(row))
    assert ratio == Fraction(row.ratio)


SLOW_POOL = replace(ROWS["pool"], source=ROWS["pool"].instance.replaced(max_up=0, max_down=0))
STATED = {"a pool that changes slowly": SLOW_POOL} | {
    name: row for name, row in ROWS.items() if name not in ("lpt", "list")
}


@pytest.mark.parametrize("name", STATED)
def test_statements_of_problems_agree_with_the_judge(name: str) -> None:
    row, rng = STATED[name], random.Random(11)
    made, entry = subject(row), optgap.problem_named(row.instance.problem)
    for numbers in sorted(inputs_of(row, made.family), key=lambda _: rng.random())[:12]:
        instance = optgap.load(made.family.document(numbers))
        for decision in list(islice(DECISIONS[instance.problem](instance)[1], 300)):
            verdict = entry.judge(instance, decision)
            piece = piece_at(made.pieces(decision), [*numbers, Fraction(1)])
            assert (piece is None) is bool(verdict.violations), (numbers, decision, verdict)
            if piece is not None:
                cost = float(made.cost(piece, [*numbers, Fraction(1)]))
                assert cost == pytest.approx(verdict.objective), (numbers, decision)


TABLE = {
    "lpt on 6 jobs": Row(partial(makespan, 6), "lpt", "times", "7/6", (), ("sorted",)),
    "greedy with concave curves": Row(
        utility(2, 3), "greedy", "jobs[].gain", "1", (), ("concave",)
    ),
    "need 2": Row(eviction(2, (2, 1, 1)), "primal-dual", "residents[].temperature", "1"),
    "need 9": Row(eviction(9, (8, 8, 1)), "primal-dual", "residents[].temperature", "16/9"),
    "coldest": Row(eviction(4, (3, 3, 3)), "coldest-first", "residents[].temperature", "1"),
    "coldest, one is enough": Row(
        eviction(9, (8, 1, 9)), "coldest-first", "residents[].temperature", "2"
    ),
    "bottleneck": Row(placement(2, 2), "bottleneck", "latency", "1"),
    "first fit decreasing": Row(
        partial(packing, 5), "first-fit", "items[].demand[0]", "1", (), ("sorted",)
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_known_ratios_are_reproduced(name: str) -> None:
    assert str(TABLE[name].prove().ratio) == TABLE[name].ratio


UNBOUNDED = {
    "ipa": Row(placement(2, 2), "ipa", "latency", None),
    "fuxi": Row(placement(2, 2), "fuxi", "latency", None, (), ("column-order",)),
    "greedy": Row(utility(2, 2), "greedy", "jobs[].gain", None, (), ("rising",)),
}


@pytest.mark.parametrize("name", UNBOUNDED)
def test_an_unbounded_ratio_has_a_ray_and_a_bad_instance(name: str) -> None:
    row = UNBOUNDED[name]
    proven = row.prove()
    assert (proven.kind, proven.ratio, proven.at_least) == ("unbounded", None, None)
    assert proven.as_document()["ray"]
    outcome = optgap.solve(proven.worst_instance, row.method)
    ratio = ratio_by_judge(proven.worst_instance, outcome.decision, subject(row))
    assert ratio is None or ratio > 1000


def test_a_limit_that_no_instance_attains_has_an_instance_within_a_millionth() -> None:
    """Equal first jobs are split, so that the ratio 2 is only a limit of unequal ones."""
    proven = Row(makespan(2), f"{ODD}:three_ways", "times", "2").prove()
    document = proven.as_document()
    assert (document["ratio"], document["attained"]) == ("2", False)
    first, second = document["worst_instance"]["times"]
    assert first != second and 2 > (first + second) / max(first, second) > 2 - 2e-6


def test_the_search_is_the_same_in_workers() -> None:
    from concurrent.futures import ThreadPoolExecutor

    row = ROWS["lpt"]
    with ThreadPoolExecutor(2) as pool:
        proven = Row(
            row.instance,
            "lpt",
            "times",
            "7/6",
            assume=("sorted",),
            limits={"executor": pool, "workers": 2},
        ).prove()
    assert proven.tree == row.prove().tree is not None


def test_a_stopped_search_claims_nothing_from_above() -> None:
    row = Row(makespan(7, 3), "lpt", "times", None, (), ("sorted",), {"time_limit": 0.6})
    document = row.prove().as_document()
    assert document["kind"] == "bounds"
    assert document["ratio"] is document["at_most"] is None


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("multiplied", "product of two inputs: not linear in times"),
        ("divided", "division by an input: not linear in times"),
        ("rounded", "round(): not linear in times"),
        ("in_logarithms", "float(): not linear in times"),
        ("hashed", "hash(): not linear in times"),
        ("truthful", "truth value of an input: not linear in times"),
        ("without_plan", "IndexError: list index out of range, although there is a plan"),
    ],
)
def test_an_operation_that_is_not_linear_is_refused_with_its_line(method: str, words: str) -> None:
    lines = ODD.read_text().splitlines()
    line = next(k for k, text in enumerate(lines) if text.startswith(f"def {method}(")) + 2
    with pytest.raises(InputError) as caught:
        optgap.guarantee(makespan(), f"{ODD}:{method}", free="times")
    assert caught.value.faults[0].place == "method"
    assert caught.value.faults[0].rule.startswith(f"odd_heuristics.py:{line}: {words}")


@pytest.mark.parametrize("method", ["by_chance", "by_name", "by_call"])
def test_a_method_that_is_no_function_of_the_inputs_is_found_out(method: str) -> None:
    random.seed(3)
    with pytest.raises(InputError, match="is not a function of the inputs"):
        optgap.guarantee(makespan(), f"{ODD}:{method}", free="times")


def test_the_number_of_decisions_is_counted_before_they_are_listed() -> None:
    with pytest.raises(InputError, match=r"has 1,000,000,000 decisions"):
        optgap.guarantee(placement(9, 10), "ipa", free="latency")


BAD: dict[str, dict[str, Any]] = {
    "has no field": {"free": "time"},
    "has a value that is no number": {"free": "name"},
    "is not an assumption": {"assume": "falling"},
    "applies to no numbers": {"assume": "column-order"},
    "no input satisfies all assumptions": {"assume": f"{ODD}:impossible"},
    "must yield comparisons": {"assume": f"{ODD}:no_rows"},
    "has no function 'nobody'": {"method": f"{ODD}:nobody"},
    "is not a method of makespan": {"method": "nobody"},
    "is not stated in plain Python": {"method": "exact"},
}


@pytest.mark.parametrize("words", BAD)
def test_bad_input_is_refused(words: str) -> None:
    given: dict[str, Any] = {"method": "lpt", "free": "times", **BAD[words]}
    with pytest.raises(InputError, match=words.replace("(", r"\(")):
        optgap.guarantee(makespan(), given.pop("method"), **given)


def test_a_problem_without_a_statement_is_refused() -> None:
    with pytest.raises(InputError, match="has no statement for guarantees"):
        optgap.guarantee(optgap.generate("microq", 1), f"{ODD}:by_name", free="x")


@pytest.mark.parametrize(
    "assume", ["sorted", "sorted:times", f"{ODD}:falling", f"{ODD}:differences"]
)
def test_assumptions_by_name_and_by_function_are_the_same(assume: str) -> None:
    document = optgap.guarantee(makespan(), "lpt", free="times", assume=assume).as_document()
    assert [each["rows"] for each in document["assumptions"]] == [5, 4]
    assert (document["paths"], document["ratio"]) == (4, "7/6")


def test_a_ratio_needs_a_positive_optimum() -> None:
    with pytest.raises(InputError, match="has no positive optimum"):
        optgap.guarantee(eviction(0, (1, 2)), "coldest-first", free="residents[].temperature")


def test_too_large_items_are_inputs_without_a_plan() -> None:
    """First fit fails on them, which is no fault, because no plan exists."""
    document = optgap.guarantee(packing(3), "first-fit", free="items[].demand").as_document()
    leaves = str(document["certificate"]["tree"])
    assert document["ratio"] == "1" and "'decision': None" in leaves


def test_the_time_limit_is_no_failure_of_the_method(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time ends in the middle of a run of the method, which must not look like a crash."""
    now = iter(range(10**6))
    monkeypatch.setattr("time.monotonic", lambda: float(next(now)))
    for limit in range(2, 40, 3):
        row = Row(makespan(3), "lpt", "times", None, (), ("sorted",), {"time_limit": limit})
        assert row.prove().kind in ("bounds", "exact")


def test_statements_of_shipped_problems_refuse_what_they_do_not_state() -> None:
    kept = eviction(3, (2, 2)).replaced(residents=[{"name": "r", "demand": [4], "temperature": 1}])
    limited = packing(2).replaced(migration_budget=1.0)
    history = optgap.load("utility/estimates")
    for instance, free, words in (
        (kept.replaced(request=(9,)), "residents[].temperature", "has no feasible decision"),
        (limited, "items[].demand", "is more than the statement for guarantees has"),
        (history, "cores", "histories instead of curves"),
    ):
        with pytest.raises(InputError, match=words):
            optgap.guarantee(instance, f"{ODD}:by_name", free=free)


def test_a_decision_that_is_malformed_or_leaves_an_item_out_is_shown_with_inputs() -> None:
    with pytest.raises(InputError, match="although there is a plan, for items = "):
        optgap.guarantee(packing(2), lambda _: {"machine": {}}, free="items[].demand")
    with pytest.raises(InputError, match="although there is a plan, for times = "):
        optgap.guarantee(makespan(), lambda _: {"machine": "x"}, free="times")
