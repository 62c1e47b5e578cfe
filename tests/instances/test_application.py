"""Applications: rank and weight managers, resource functions, events, and what is handed over."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from optgap.core.faults import InputError
from optgap.instances.application import (
    BudgetUser,
    application_from,
    budget_ranks,
    budget_weights,
    example,
    fit,
    least_spread,
    macroq_of,
    macrow_of,
    merit_ranks,
    naive,
    present_at,
    simple_weights,
    spread_of,
)


def user(name: str, budget: float, **jobs: float) -> BudgetUser:
    return BudgetUser(name, budget, tuple(jobs.items()))


def test_budget_ranks_by_what_is_left() -> None:
    users = [user("u", 10, u1=4, u2=3), user("v", 7, v1=2, v2=2, v3=1)]
    ranks = budget_ranks(users, required=["v2"])
    assert ranks == {"v2": 1, "u1": 2, "u2": 3, "v1": 4, "v3": 5}


def test_equal_budgets_share_a_rank() -> None:
    users = [user("u", 5, a=1), user("v", 5, b=1)]
    assert budget_ranks(users) == {"a": 2, "b": 2}


def test_left_is_not_the_same_rate() -> None:
    """By what is left the small user waits; by shares both budgets fall alike."""
    large = BudgetUser("large", 100, tuple((f"l{k}", 10.0) for k in range(10)))
    small = BudgetUser("small", 10, tuple((f"s{k}", 1.0) for k in range(10)))
    early = {job for job, rank in budget_ranks([large, small]).items() if rank <= 7}
    assert early == {f"l{k}" for k in range(6)}
    together = budget_ranks([large, small], by="least-spread")
    assert sorted(together.values()) == list(range(2, 22))
    shares = budget_ranks([large, small], by="share")
    early = {job for job, rank in shares.items() if rank <= 7}
    assert early == {f"{x}{k}" for x in "ls" for k in range(6)}


def test_least_spread_against_all_orders() -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        users = [
            BudgetUser(
                name,
                float(rng.integers(5, 20)),
                tuple((f"{name}{k}", float(rng.integers(1, 6))) for k in range(rng.integers(1, 4))),
            )
            for name in "uv"
        ]
        names = [each.name for each in users for _ in each.jobs]
        best = min(spread_of(users, order) for order in set(permutations(names)))
        order, found = least_spread(users)
        assert found == best == spread_of(users, order)


def test_greedy_by_left_or_share_is_not_least() -> None:
    users = [user("u", 10, a=9), user("v", 9, b1=1, b2=1, b3=1, b4=1)]
    order, least = least_spread(users)
    assert least == Fraction(41, 90)
    assert spread_of(users, ["u", "v", "v", "v", "v"]) == Fraction(9, 10)
    assert order[-1] == "u"


def test_merit_in_exact_decimals() -> None:
    terms = {"a": {"x": 0.3}, "b": {"x": 0.29}, "c": {"x": -5.0}, "d": {"x": 9.0}}
    ranks = merit_ranks(terms, {"x": 1.0}, 0.1, required=["d"])
    assert ranks == {"a": 4, "b": 3, "c": 1, "d": 1}
    assert 1 + int(0.3 / 0.1) == 3  # floating point
    with pytest.raises(InputError, match="bucket"):
        merit_ranks(terms, {"x": 1.0}, 0.0)


def test_weights() -> None:
    assert simple_weights({"s": ["feed"], "out": ["s"]}) == {"s": 0.0, "out": 1.0}
    users = [BudgetUser("u", 10, (("a", 1.0),), 5), BudgetUser("v", 10, (("b", 1.0),), -1)]
    assert budget_weights(users) == {"a": 1.0, "b": 0.0}


def test_fit_finds_what_made_the_data() -> None:
    exact = [(10.0, m, r) for m, r in ((5, 4), (10, 8), (20, 8), (40, 8), (80, 8))]
    found = fit(exact)
    assert (found.per_mips, found.share, found.loss) == (0.8, 0.8, 0)
    halves = naive(exact)
    assert halves.loss == pytest.approx(11.61, abs=0.01)
    assert (halves.per_mips, halves.share) == (pytest.approx(0.4952, abs=1e-4), 0.8)


def test_the_form_is_testable() -> None:
    """Two input rates tell min(A m, B r) from min(A r m, B r)."""
    observed = [(10, 5, 5), (10, 10, 8), (10, 20, 8), (20, 5, 5), (20, 10, 10), (20, 40, 16)]
    least = fit(observed)
    assert (least.per_mips, least.share, least.loss) == (1.0, pytest.approx(0.8), 0.0)
    assert fit(observed, "product").loss == pytest.approx(12.36)


@pytest.mark.parametrize("loss", ["squares", "absolute"])
@pytest.mark.parametrize("form", ["least", "product"])
def test_no_grid_beats_the_fit(form: str, loss: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(12):
        rate, mips, made = rng.uniform(1, 20, 7), rng.uniform(1, 60, 7), rng.uniform(0, 20, 7)
        found = fit(list(zip(rate, mips, made, strict=True)), form, loss)
        x = mips if form == "product" else mips / rate
        a = np.linspace(0, 3 * max(made / rate / x), 150)
        b = np.linspace(0, 2 * max(made / rate), 150)
        error = rate * (np.minimum(a[:, None, None] * x, b[None, :, None]) - made / rate)
        grid = (error**2 if loss == "squares" else abs(error)).sum(-1).min()
        assert found.loss <= grid * (1 + 1e-9)


def test_bad_observations() -> None:
    with pytest.raises(InputError) as caught:
        fit([(0.0, 1.0, 1.0), (1.0, -1.0, 1.0), (1.0, 1.0, -2.0)])
    assert len(caught.value.faults) == 3


def document() -> dict:
    return example("dac", nodes=4).model_dump(mode="json", exclude_none=True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["macroq"].update(mips=5), "macroq.mips: is computed from the nodes that are"),
        (lambda d: d["macroq"]["jobs"][0].update(rank=0), "macroq.jobs[0].rank"),
        (
            lambda d: d["nodes"][1].update(name="n1"),
            "nodes[1].name: is already the name of nodes[0]",
        ),
        (lambda d: d["pes"].update({"j1/zz": {}}), "pes.j1/zz: is not a PE (job/pe)"),
        (lambda d: d["pes"].update({"j1/p1": {"goal": 1}}), "comes from macroq"),
        (lambda d: d["pes"].update({"j1/p1": {"min_nodes": -1}}), "pes.j1/p1.min_nodes"),
        (
            lambda d: d["events"].append({"macro": 1, "down": ["n9"]}),
            "events[4].down: is not a node",
        ),
        (lambda d: d["events"].append({"macro": 1, "micro": 9}), "below the number of micro"),
        (
            lambda d: d["events"].append({"macro": 1, "micro": 1, "leave": ["j1"]}),
            "must be 0 if jobs arrive or leave",
        ),
        (lambda d: d["events"].append({"macro": 1, "primal": {"x": 1}}), "is not a primal stream"),
        (lambda d: d.update(ranks={"manager": "merit"}), "ranks.bucket"),
        (
            lambda d: d.update(ranks={"manager": "budget", "users": {}}),
            "ranks: lacks a job (found 'j1')",
        ),
        (lambda d: d.update(lag=2), "lag"),
        (lambda d: d.update(lagg=1), "lagg: unknown key"),
    ],
)
def test_faults_of_a_document(change, message: str) -> None:
    given = document()
    change(given)
    with pytest.raises(InputError) as caught:
        application_from(given, "a.json")
    assert message in str(caught.value)


def test_events_and_jobs() -> None:
    given = document()
    given["events"] = [
        {"macro": 1, "arrive": ["j2"]},
        {"macro": 1, "micro": 1, "down": ["n2"], "primal": {"feed": 5.0}},
        {"macro": 2, "leave": ["j1"], "up": ["n2"]},
    ]
    application = application_from(given, "a.json")
    assert "j2" not in present_at(application, 0, 2).jobs
    assert present_at(application, 1, 0).up == ("n1", "n2", "n3", "n4")
    now = present_at(application, 1, 1)
    assert now.up == ("n1", "n3", "n4")
    assert now.primal == {"feed": 5.0}
    later = present_at(application, 2, 0)
    assert "j1" not in later.jobs
    assert later.up == ("n1", "n2", "n3", "n4")
    instance = macroq_of(application, now)
    assert instance.mips == 33000.0


def test_macrow_of_sums_streams_and_keeps_candidates() -> None:
    """Two streams between one pair of PEs are one for macrow, times the traffic of a rate."""
    pes = [{"name": "p"}, {"name": "q"}]
    streams = [
        {"name": "s", "pe": "p", "resource": [{"mips": 1.0}]},
        {"name": "t", "pe": "p", "resource": [{"mips": 2.0}]},
        {"name": "out", "pe": "q", "resource": [{"rates": {"s": 1, "t": 1}}], "weight": 1},
    ]
    job = {
        "name": "j",
        "rank": 1,
        "templates": [{"name": "t1", "pes": pes, "streams": streams}],
    }
    nodes = [{"name": f"n{k}", "mips": 10.0, "cluster": "c"} for k in (1, 2)]
    application = application_from(
        {
            "application": 1,
            "name": "two",
            "macroq": {"jobs": [job]},
            "nodes": nodes,
            "traffic": 2.0,
            "pes": {"j/p": {"fairness": 1.2}},
            "limits": {"macrow": {"max_total_change": 1}},
        },
        "two",
    )
    present = present_at(application, 0, 0)
    instance = macroq_of(application, present)
    decision = {"jobs": {"j": {"template": "t1", "mips": {"p": 3.0, "q": 0.0}}}}
    previous = {"j/p": ["n1", "gone"], "old/p": ["n1"]}
    made = macrow_of(application, present, instance, decision, previous)
    assert [(s.ends, s.rate) for s in made.streams] == [(("j/p", "j/q"), 18.0)]
    assert [(pe.name, pe.goal, pe.fairness) for pe in made.pes] == [
        ("j/p", 3.0, 1.2),
        ("j/q", 0.0, 1.0),
    ]
    assert made.previous == {"j/p": ("n1",)}
    assert made.max_total_change == 1
