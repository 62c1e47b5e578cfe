"""Transactions: the simulator's rule, bounds, forged answers."""

import itertools
import json

import numpy as np
import pytest

import optgap
from optgap_found_programs import txn
from optgap_found_programs.task import DATA
from optgap_found_programs.txn import distances, path_prices

BEST = json.loads((DATA / "txn" / "best_known.json").read_text())


def naive(transactions: list[str], order: list[int]) -> int:
    """Try the slots one by one, and keep every operation that was placed."""
    placed: list[tuple[int, str, str]] = []
    last = 0
    for k in order:
        words, start = transactions[k].split(" "), 1
        own = [(p, *word.split("-")) for p, word in enumerate(words) if word != "*"]
        while any(
            slot >= start + p and key == other and "w" in (kind, a)
            for p, kind, key in own
            for slot, a, other in placed
        ):
            start += 1
        placed += [(start + p, kind, key) for p, kind, key in own]
        last = max(last, start + len(words) - 1)
    return last


def test_the_best_known_orders() -> None:
    values = []
    for reference in txn.references():
        known = BEST[reference.instance.name]
        values.append(txn.problem.judge(reference.instance, {"order": known["order"]}).objective)
        assert values[-1] == known["makespan"]
        assert reference.bound <= values[-1]
    assert values == [150, 33, 28]
    assert txn.score(values) == pytest.approx(4717.0, abs=0.05)


@pytest.mark.parametrize("seed", range(8))
def test_the_judge_agrees_with_slots_one_by_one(seed: int) -> None:
    instance = txn.generate(seed, transactions=8, keys=4, length=5)
    order = np.random.default_rng(seed).permutation(8).tolist()
    verdict = txn.problem.judge(instance, {"order": order})
    assert verdict.objective == naive(list(instance.transactions), order)


@pytest.mark.parametrize("name", ["workload_1", "workload_2"])
def test_the_bounds_are_certified_again(name: str) -> None:
    reference = next(each for each in txn.references() if each.instance.name == name)
    prices = path_prices(reference.instance, distances(reference.instance))
    assert reference.trust == "certified"
    proof = prices.as_document()
    assert not txn.problem.check_certificate(reference.instance, proof, reference.bound)
    assert txn.problem.check_certificate(reference.instance, proof, reference.bound + 1)


@pytest.mark.parametrize("seed", range(6))
def test_prices_never_prove_too_much(seed: int) -> None:
    instance = txn.generate(seed, transactions=5, keys=2, length=3)
    best = min(
        txn.problem.judge(instance, {"order": list(order)}).objective
        for order in itertools.permutations(range(5))
    )
    rng = np.random.default_rng(seed)
    prices = path_prices(instance, distances(instance))
    assert txn.certified(instance, prices) <= best
    for _ in range(50):
        drawn = prices.model_copy(update={"enter": rng.normal(0, 3, len(prices.enter)).round(2)})
        assert txn.certified(instance, drawn) <= best
    assert optgap.solve(instance, "annealing").objective >= best


def test_members_that_do_not_conflict_prove_nothing() -> None:
    instance = txn.Transactions(name="apart", transactions=["w-1", "w-2"])
    proof = {"members": [0, 1], "enter": [0.0, 0.0, 0.0]}
    assert "do not conflict" in str(txn.problem.check_certificate(instance, proof, 2.0))


def test_the_seed_is_what_the_judge_recomputes(judged, seed) -> None:
    found = judged("txn", seed("txn"), instances=None)
    assert found.correct
    total = sum(row.objective for row in found.rows)
    assert 340 < total < 400
    assert found.score == pytest.approx(1e6 / (1 + total), abs=1e-9)


FORGERIES = {
    "claims a makespan": ("return (0, result[1])", "ok"),
    "an empty order": ("return (1, [])", "garbage"),
    "a part of the order": ("return (result[0], result[1][:50])", "garbage"),
    "one transaction only": ("return (1, [0] * 100)", "garbage"),
    "numbers beyond": ("return (1, [k + 1 for k in result[1]])", "garbage"),
    "text": ("return (1, [str(k) for k in result[1]])", "garbage"),
    "no pair": ("return result[1]", "garbage"),
    "another workload": ("given[0].txns[:] = [[('r', '1', 1, 1)]] * 100\nreturn result", "ok"),
    "another simulator": (
        "type(given[0]).get_opt_seq_cost = lambda *a: -10**9\nreturn result",
        "ok",
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_no_forgery_raises_a_score(forgery: str, judged, seed, after) -> None:
    body, status = FORGERIES[forgery]
    chosen = ["workload_3"]
    honest = judged("txn", seed("txn"), instances=chosen)
    found = judged("txn", after("txn", "get_best_schedule", body), instances=chosen)
    assert found.rows[0].status == status
    assert found.score == (honest.score if status == "ok" else 0.0)


def test_a_program_that_kept_only_the_outer_function(judged, seed) -> None:
    text = seed("txn") + "\nbest = get_best_schedule\ndel get_best_schedule\n"
    text += "def get_random_costs():\n    w = Workload(WORKLOAD_1)\n    found = best(w, 10)\n"
    text += "    return found[0], [found[1]] * 3\n"
    assert judged("txn", text, instances=["workload_3"]).correct
