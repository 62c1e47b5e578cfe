"""Lesson 6, a project: how far is the rule from the optimum, and how bad is the hunted stage?"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.testing import assert_gap_at_most, assert_ratio_at_most

DRAWS = range(4)
MOST_LINES = 20
MOST = 4  # instances, and machines, of a hunted stage
Latency = list[list[float]]
Rule = Callable[[Latency, list[int]], list[int]]
Key = Callable[[list[float], list[float]], Any]


@cache
def hidden(seed: int, draw: int) -> tuple[Any, float]:
    """Return a stage on which the paper's heuristic misses the optimum, and its gap."""
    for attempt in count():
        number = int(np.random.default_rng([seed, draw, attempt]).integers(2**31))
        stage = optgap.generate("placement", number, instances=12, machines=5, noise=0.3)
        best, simple = optgap.solve(stage, "bottleneck"), optgap.solve(stage, "ipa")
        if best.status == "optimal" and simple.objective > best.objective:
            return stage, 1 - best.bound / simple.objective
    raise AssertionError("the draws never end")


def plan_of(answer: Any, stage: Any) -> dict[str, list[int]]:
    """Return what the rule decides; a rule that is too long decides nothing."""
    source = (Path(__file__).parent / "answer.py").read_text()
    parts = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    tree = next(node for node in parts if node.name == "rule")
    words = ast.get_docstring(tree, clean=False)
    own = len(ast.unparse(tree).splitlines()) - (len(words.splitlines()) if words else 0)
    assert own <= MOST_LINES, f"rule has {own} lines without its docstring, at most {MOST_LINES}"
    latency = np.nan_to_num(stage.dense_latency(), nan=np.inf).tolist()
    return {"machine": [int(j) for j in answer.rule(latency, stage.beta.tolist())]}


@pytest.mark.points(1)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_rule_beside_the_paper(answer: Any, seed: int, draw: int) -> None:
    """The gap to the optimum, which a certificate proves, is at most that of IPA."""
    stage, missed = hidden(seed, draw)
    assert_gap_at_most(stage, plan_of(answer, stage), missed, trust="certified")


@pytest.mark.points(1)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_rule_beside_the_optimum(answer: Any, seed: int, draw: int) -> None:
    """The gap to the optimum, which a certificate proves, is at most 5%."""
    stage, _ = hidden(seed, draw)
    assert_gap_at_most(stage, plan_of(answer, stage), 0.05, trust="certified")


def one_by_one(key: Key) -> Rule:
    """Return the rule that serves the instance with the largest key first, on its fastest machine.

    The key is computed of the latencies on machines with room, and of all latencies.
    """

    def rule(latency: Latency, room: list[int]) -> list[int]:
        left, free, machine = set(range(len(latency))), list(room), [0] * len(latency)
        while left:
            open_ = [j for j, places in enumerate(free) if places]
            i = max(left, key=lambda i: (key([latency[i][j] for j in open_], latency[i]), -i))
            machine[i] = min(open_, key=lambda j: latency[i][j])
            free[machine[i]] -= 1
            left.remove(i)
        return machine

    return rule


RULES = {
    "in the order of the file": one_by_one(lambda open_, every: 0),
    "by regret": one_by_one(
        lambda open_, every: sorted(open_)[min(1, len(open_) - 1)] - min(open_)
    ),
    "the slowest first": one_by_one(lambda open_, every: min(every)),
    "the largest sum first": one_by_one(lambda open_, every: sum(every)),
}


@cache
def hunted(answer: Any, seed: int, draw: int) -> optgap.Instance:
    """Return the stage that the answer finds for one of the rules."""
    random = np.random.default_rng([seed, draw])
    rule = list(RULES.values())[(seed + draw) % len(RULES)]
    latency, room = answer.hunt(rule, lambda most: int(random.integers(most)))
    small = 1 <= len(latency) <= MOST and 1 <= len(room) <= MOST
    assert small, f"the stage has {len(latency)} instances and {len(room)} machines"
    rows = {len(row) for row in latency}
    assert rows == {len(room)}, f"the rows have {sorted(rows)} latencies for {len(room)} machines"
    places = sum(int(places) for places in room)
    assert places >= len(latency), f"{len(latency)} instances have room for {places} of them"
    numbers = [float(value) for row in latency for value in row]
    assert all(1 <= value <= 100 for value in numbers), "latencies are not all from 1 to 100"
    document = {
        "problem": "placement",
        "version": 1,
        "name": "hunted",
        "latency": [[float(value) for value in row] for row in latency],
        "capacity": [int(places) for places in room],
    }
    return optgap.load(document)


@pytest.mark.points(3)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_hunted_stage(answer: Any, seed: int, draw: int, give: Callable[..., None]) -> None:
    """3 points where the rule takes 3 times the proven optimum, 2 for 2 times, 1 for 1.5 times."""
    stage = hunted(answer, seed, draw)
    name, rule = list(RULES.items())[(seed + draw) % len(RULES)]
    decision = {"machine": rule(stage.dense_latency().tolist(), stage.beta.tolist())}
    reached = assert_ratio_at_most(stage, decision, 100.0, trust="certified")
    points = sum(reached >= times for times in (1.5, 2, 3))
    more = (1.5, 2, 3)[min(points, 2)]
    words = f"on your stage the rule '{name}' takes {reached:.2f} times the proven optimum"
    give(points, f"{words}; {points + 1} of 3 points need {more:g} times")
