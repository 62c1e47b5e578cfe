"""The corrected Algorithm 3: kernels, pruning, proofs, and the printed form failing."""

import numpy as np
import pytest

import optgap
from optgap.core.run import Run
from optgap.instances.cluster_ratio import ClusterRatio, generate
from optgap.solvers.allocation.dynamic_program import _add_convex, _add_points, least_amounts
from optgap.solvers.allocation.lagrangian import Curves, dual_value, fill


def printed_algorithm_3(instance: ClusterRatio) -> list[int]:
    """Return the extra containers of each group by Algorithm 3, line by line as printed."""
    m, r_alloc = len(instance.groups), instance.extra

    def saved(i: int, r: int) -> float:
        curve = instance.groups[i - 1].latency
        return curve[0] - curve[min(r, len(curve) - 1)]

    V = np.zeros((m + 1, r_alloc + 1))
    R = np.zeros((m + 1, r_alloc + 1), dtype=int)
    r_sum = 0
    for i in range(1, m + 1):
        group = instance.groups[i - 1]
        r_sum = min(r_sum + group.upper - group.lower, r_alloc)
        for r in range(1, r_sum + 1):
            values = [saved(i, ri) + V[i - 1, r - ri] for ri in range(1, r + 1)]  # line 8
            R[i, r] = 1 + int(np.argmax(values))  # line 9
            V[i, r] = max(V[i - 1, r], max(values))  # line 10
    extra = [0] * m
    r = r_sum
    for i in range(m, 0, -1):
        extra[i - 1] = int(R[i, r])
        r -= extra[i - 1]
    return extra


def random_small(rng: np.random.Generator) -> ClusterRatio:
    groups = []
    for i in range(3):
        width = int(rng.integers(1, 5))
        latency = np.sort(rng.integers(1, 30, width + 1))[::-1].tolist()
        groups.append({"name": f"g{i}", "lower": 1, "upper": 1 + width, "latency": latency})
    room = sum(group["upper"] for group in groups)
    return ClusterRatio(name="s", containers=int(rng.integers(4, room)), groups=groups)


@pytest.mark.erratum(
    paper="adaptive",
    place="Algorithm 3, lines 8 to 10",
    printed=(
        "Line 9 stores the best r_i ≥ 1 also where line 10 finds that giving nothing is better."
    ),
    wrong=(
        "On `cluster_ratio/algorithm-3` the walk back hands out a container too many: 7 "
        "instead of 6."
    ),
    right="Store 0 where 0 is best.",
)
def test_algorithm_3_as_printed_gives_what_helps_nobody() -> None:
    """Line 9 keeps r* = 1 for g2 although V[1, 1] won in line 10."""
    instance = optgap.load("cluster_ratio/algorithm-3")
    entry = optgap.problem_named("cluster_ratio")
    printed = entry.judge(instance, instance.decision(np.array(printed_algorithm_3(instance))))
    corrected = optgap.solve(instance, "dp", gap=0)
    assert (printed.objective, corrected.objective, corrected.status) == (7, 6, "optimal")


@pytest.mark.erratum(
    paper="adaptive",
    place="Algorithm 3, the tables V and R",
    printed=(
        "V[i-1, r] stays 0 beyond the r_sum of the first i-1 groups, and r_i is not "
        "limited by its group."
    ),
    wrong=(
        "On 200 small random instances with falling curves the printed algorithm misses "
        "the optimum, or a bound, on at least 60."
    ),
    right="The last value is kept, and r_i ends at its group's upper bound.",
)
def test_algorithm_3_as_printed_is_often_wrong() -> None:
    rng = np.random.default_rng(0)
    wrong = 0
    for _ in range(200):
        instance = random_small(rng)
        decision = instance.decision(np.array(printed_algorithm_3(instance)))
        verdict = optgap.problem_named("cluster_ratio").judge(instance, decision)
        optimum = optgap.solve(instance, "dp", gap=0).objective
        wrong += not verdict.feasible or verdict.objective > optimum
    assert wrong >= 60


def test_worked_example() -> None:
    outcome = optgap.solve(optgap.load("cluster_ratio/three-groups"), "dp", gap=0)
    assert (outcome.objective, outcome.bound, outcome.bound_kind) == (75, 75, "certified")
    assert outcome.decision == {"containers": {"g1": 6, "g2": 2, "g3": 7}}


def test_kernels_agree_with_each_other() -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        table = np.sort(rng.integers(0, 500, rng.integers(1, 90)))[::-1].astype(float)
        cost = np.sort(rng.integers(-40, 5, rng.integers(1, 30))).cumsum().astype(float)
        first, table_low = int(rng.integers(0, 9)), int(rng.integers(0, 5))
        high = table_low + len(table) - 1
        low = int(rng.integers(table_low, high + 1))
        results = [np.full(high - low + 1, np.inf) for _ in range(2)]
        units = np.arange(first, first + len(cost))
        _add_points(table, table_low, units, cost, low, high, results[0])
        _add_convex(table, table_low, first, cost, low, high, results[1])
        assert np.array_equal(results[0], results[1])


def long_curves(rng: np.random.Generator) -> Curves:
    """Curves with convex stretches long enough for monotone minima, and steps between."""
    made = []
    for _ in range(6):
        parts = [np.sort(rng.integers(1, 60, rng.integers(150, 400)))[::-1] for _ in range(2)]
        steps = np.concatenate(parts)
        made.append(np.concatenate([steps[::-1].cumsum()[::-1], [0]]).astype(float))
    return Curves.of(made)


def test_long_convex_stretches_agree_with_a_plain_table() -> None:
    rng = np.random.default_rng(2)
    for room in (37, 400, 1500):
        curves = long_curves(rng)
        plain = np.zeros(room + 1)
        for i in range(curves.parties):
            curve = curves.cost[curves.start[i] : curves.start[i + 1]]
            plain = np.array(
                [
                    min(plain[r - x] + curve[x] for x in range(min(r + 1, len(curve))))
                    for r in range(room + 1)
                ]
            )
        for pruned in (False, True):
            least = least_amounts(curves, room, Run("minimize"), pruned=pruned)
            assert curves.total(least.amounts) == least.bound == plain[room]
            assert least.amounts.sum() <= room


@pytest.mark.parametrize("curve", ["waves", "rough"])
def test_pruning_changes_nothing(curve: str) -> None:
    for seed in range(8):
        instance = generate(seed, groups=30, containers=900, curve=curve)
        pruned = optgap.solve(instance, "dp", gap=0)
        plain = optgap.solve(instance, "dp", gap=0, options={"pruned": False})
        assert pruned.objective == plain.objective
        assert (pruned.bound_kind, plain.bound_kind) == ("certified", "solver")


def test_dual_value_is_the_best_of_all_prices() -> None:
    instance = generate(4, groups=12, containers=200, curve="rough")
    curves = Curves.of([group.latency for group in instance.groups])
    best = fill(curves, instance.extra).price
    value = dual_value(curves, instance.extra, best)
    for price in (0.0, best / 2, best * 0.99, best * 1.01, best * 2):
        assert dual_value(curves, instance.extra, price) <= value


def test_time_limit_keeps_the_bound() -> None:
    instance = generate(3, groups=40, containers=2000, curve="rough")
    outcome = optgap.solve(instance, "dp", time_limit=0, options={"pruned": False})
    assert (outcome.status, outcome.stopped) == ("feasible", "time_limit")
    assert outcome.bound_kind == "certified"
    assert outcome.bound <= optgap.solve(instance, "dp").objective <= outcome.objective
