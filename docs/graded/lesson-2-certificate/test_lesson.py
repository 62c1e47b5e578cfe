"""Lesson 2, a certificate: does the set of instances prove the optimum, and is the plan there?"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.testing import assert_gap_at_most

DRAWS = range(4)


@cache
def hidden(seed: int, draw: int) -> tuple[Any, Any]:
    """Return a stage and its certified outcome, where one instance proves too little.

    The paper's heuristic, which serves one instance after the other, misses the optimum.
    """
    for attempt in count():
        number = int(np.random.default_rng([seed, draw, attempt]).integers(2**31))
        size = {"instances": 8 + 2 * draw, "machines": 5 + draw}
        stage = optgap.generate("placement", number, slack=1.2, noise=0.3, **size)
        best, simple = optgap.solve(stage, "bottleneck"), optgap.solve(stage, "ipa")
        proven = best.status == "optimal" and best.bound_kind == "certified"
        if proven and simple.bound < best.objective < simple.objective:
            return stage, best
    raise AssertionError("the draws never end")


def numbers(stage: Any) -> tuple[list[list[float]], list[int]]:
    """Return latencies and rooms in lists of their own, which an answer may change."""
    latency = np.nan_to_num(stage.dense_latency(), nan=np.inf)
    return latency.tolist(), stage.beta.tolist()


@pytest.mark.points(3)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_instances_prove_the_optimum(
    answer: Any, seed: int, draw: int, give: Callable[..., None], proven: Callable[..., Any]
) -> None:
    """3 points for the optimum, 2 for more than one instance proves, 1 for as much as that."""
    stage, best = hidden(seed, draw)
    threshold, instances = answer.certificate(*numbers(stage))
    claim = {
        "kind": "hall",
        "threshold": float(threshold),
        "instances": [int(i) for i in instances],
    }
    bound, reason = proven("placement", stage, claim)
    if bound is None:
        give(0, f"your instances {claim['instances']} prove nothing: {reason}")
    words = f"your instances prove {bound:g}; the optimum is {best.objective:g}"
    single = float(np.nanmin(stage.dense_latency(), axis=1).max())
    give((bound >= single) + (bound > single) + (bound >= best.objective), words)


@pytest.mark.points(1)
@pytest.mark.parametrize("limit", [0.2, 0.0])
@pytest.mark.parametrize("draw", DRAWS)
def test_the_gap_of_the_plan(answer: Any, seed: int, draw: int, limit: float) -> None:
    """The gap to the optimum, which a certificate proves, is at most the limit."""
    stage, _ = hidden(seed, draw)
    machine = [int(j) for j in answer.plan(*numbers(stage))]
    assert_gap_at_most(stage, {"machine": machine}, limit, trust="certified")
