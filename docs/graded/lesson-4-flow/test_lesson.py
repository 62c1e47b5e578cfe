"""Lesson 4, flows and prices: the unimodular matrix, the bound of prices, the integral plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, count
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.testing import assert_feasible

DRAWS = range(4)
UNIMODULAR = (True, False, False, True)
Network = tuple[dict[str, int], dict[str, int], dict[str, list[str]]]


def determinant(matrix: list[list[int]], rows: Iterable[int], columns: Iterable[int]) -> int:
    """Return the determinant of some rows and columns of a matrix of small integers."""
    return round(np.linalg.det(np.array(matrix)[np.ix_(list(rows), list(columns))]))


def unimodular(matrix: list[list[int]]) -> bool:
    """Return whether all determinants are -1, 0 or 1."""
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    return all(
        abs(determinant(matrix, some, others)) <= 1
        for size in range(1, len(matrix) + 1)
        for some in combinations(rows, size)
        for others in combinations(columns, size)
    )


@cache
def hidden_matrix(seed: int, draw: int) -> list[list[int]]:
    """Return a network's matrix with a further row of 0 and 1, which may destroy the property."""
    for attempt in count():
        random = np.random.default_rng([seed, draw, attempt])
        matrix = np.zeros((4, 6), dtype=int)
        for column in range(6):
            start, end = random.choice(4, 2, replace=False)
            matrix[start, column], matrix[end, column] = -1, 1
        matrix[3] = random.integers(0, 2, 6)
        found: list[list[int]] = matrix.tolist()
        if matrix[3].sum() > 1 and unimodular(found) == UNIMODULAR[draw]:
            return found
    raise AssertionError("the draws never end")


@pytest.mark.points(1)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_witness(answer: Any, seed: int, draw: int) -> None:
    """Its determinant is neither -1, 0 nor 1; there is none where the matrix is unimodular."""
    matrix = hidden_matrix(seed, draw)
    found = answer.witness([list(row) for row in matrix])
    if found is None:
        assert UNIMODULAR[draw], f"{matrix} is not totally unimodular"
        return
    rows, columns = [int(i) for i in found[0]], [int(j) for j in found[1]]
    square = len(set(rows)) == len(rows) == len(columns) == len(set(columns)) > 0
    assert square, f"rows {rows} and columns {columns} are no square part"
    inside = min(rows + columns) >= 0 and max(rows) < len(matrix) and max(columns) < len(matrix[0])
    assert inside, f"rows {rows} and columns {columns} are not all in the matrix"
    value = determinant(matrix, rows, columns)
    assert abs(value) > 1, f"the determinant of rows {rows}, columns {columns} is {value}"


def cluster(network: Network) -> optgap.Instance:
    """Return the instance of a network."""
    goals, mips, may_use = network
    return optgap.load(
        {
            "problem": "microw",
            "version": 1,
            "name": "hidden",
            "nodes": [{"name": n, "mips": amount} for n, amount in mips.items()],
            "pes": [{"name": p, "goal": goal, "nodes": may_use[p]} for p, goal in goals.items()],
        }
    )


def missed_one_by_one(network: Network) -> int:
    """Return what is missed where every PE in turn takes what is left of its nodes."""
    goals, mips, may_use = network
    left, missed = dict(mips), 0
    for p, goal in goals.items():
        for n in may_use[p]:
            taken = min(goal, left[n])
            goal, left[n] = goal - taken, left[n] - taken
        missed += goal
    return missed


@cache
def hidden(seed: int, draw: int) -> tuple[Network, Any, Any]:
    """Return a network, its instance and its certified outcome; simple prices prove less."""
    for attempt in count():
        random = np.random.default_rng([seed, draw, attempt])
        mips = {f"n{k}": int(m) for k, m in enumerate(random.choice([8, 16, 20, 25, 40], 4), 1)}
        goals = {f"p{k}": int(goal) for k, goal in enumerate(random.integers(4, 30, 6 + draw), 1)}
        few = {p: random.choice(4, random.integers(1, 3), replace=False) + 1 for p in goals}
        may_use = {p: [f"n{k}" for k in sorted(nodes.tolist())] for p, nodes in few.items()}
        if {n for nodes in may_use.values() for n in nodes} != mips.keys():
            continue
        network = goals, mips, may_use
        instance = cluster(network)
        best = optgap.solve(instance, "flow-lp")
        proven = best.status == "optimal" and best.bound_kind == "certified"
        simple = max(0, sum(goals.values()) - sum(mips.values()))
        if proven and simple < best.objective < missed_one_by_one(network):
            return network, instance, best
    raise AssertionError("the draws never end")


def copied(network: Network) -> Network:
    """Return the network in dictionaries of its own, which an answer may change."""
    goals, mips, may_use = network
    return dict(goals), dict(mips), {p: list(nodes) for p, nodes in may_use.items()}


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_prices_prove_the_optimum(
    answer: Any, seed: int, draw: int, give: Callable[..., None], proven: Callable[..., Any]
) -> None:
    """2 points for the optimum, to a millionth, and 1 for more than the sum of goals proves."""
    network, instance, best = hidden(seed, draw)
    pe, node = answer.prices(*copied(network))
    certificate = {
        "kind": "prices",
        "pe": {p: float(price) for p, price in pe.items()},
        "node": {n: float(price) for n, price in node.items()},
    }
    bound, reason = proven("microw", instance, certificate)
    if bound is None:
        give(0, f"your prices prove nothing: {reason}")
    simple = max(0, sum(network[0].values()) - sum(network[1].values()))
    points = 2 if bound >= best.bound * (1 - 1e-6) else int(bound > simple)
    give(points, f"your prices prove {bound:g}; the optimum is {best.objective:g}")


def faults_of(network: Network, amounts: dict[str, dict[str, int]]) -> list[str]:
    """Return why amounts are not a plan, in mips as they are returned."""
    goals, mips, may_use = network
    listed = [(p, n, amount) for p, own in amounts.items() for n, amount in own.items()]
    faults = [f"PE {p} gets {a:g} mips of {n}: not integral" for p, n, a in listed if a != round(a)]
    faults += [f"PE {p} may not use {n}" for p, n, a in listed if a and n not in may_use.get(p, [])]
    faults += [f"PE {p} gets {a:g} mips of {n}: less than 0" for p, n, a in listed if a < 0]
    for node, most in mips.items():
        used = sum(amount for _, n, amount in listed if n == node)
        faults += [f"the PEs get {used:g} mips of {node}, which has {most}"] if used > most else []
    return faults + [f"PE {p} is missing" for p in goals if p not in amounts]


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_plan_is_integral_and_optimal(
    answer: Any, seed: int, draw: int, give: Callable[..., None]
) -> None:
    """2 points for the optimum, 1 for an integral plan that misses no more than PE after PE."""
    network, instance, best = hidden(seed, draw)
    amounts = answer.plan(*copied(network))
    faults = faults_of(network, amounts)
    if faults:
        give(0, faults[0])
    fraction = {
        p: {n: float(amount) / network[1][n] for n, amount in own.items()}
        for p, own in amounts.items()
    }
    missed = assert_feasible(instance, {"fraction": fraction})
    words = f"your plan misses {missed:g} mips of the goals; the optimum misses {best.objective:g}"
    simple = int(missed <= missed_one_by_one(network))
    give(2 if missed <= best.objective + 1e-6 else simple, words)
