"""A small problem of one's own: its rules, pieces of cost and limits are about free fields."""

from itertools import pairwise
from typing import Annotated, ClassVar

from pydantic import Field

from optgap.problem import (
    Decision,
    Fault,
    Instance,
    Judge,
    Many,
    NonNegative,
    Problem,
    Share,
    exactly,
)


def steps_rise(steps):
    """The steps rise."""
    for a, b in pairwise(steps):
        if b < a:
            yield Fault("steps", "must rise")


def round_shares(shares):
    """Shares are multiples of a tenth."""
    if any(round(share * 10) != share * 10 for share in shares):
        yield Fault("shares", "must be multiples of a tenth")


class Ladder(Instance):
    """Steps of which one is taken."""

    RULES: ClassVar = (steps_rise, round_shares)
    steps: Annotated[Many[NonNegative], Field(min_length=1)]
    shares: Many[Share] = ()
    prices: dict[str, NonNegative] = Field(default_factory=dict)
    level: int = 3


class Step(Decision):
    """Whether each step is taken."""

    AXES: ClassVar = {"taken": ("steps",)}
    taken: list[bool]


problem = Problem("ladder", Ladder, Step)


@problem.check
def check(instance, decision, judge: Judge):
    """Check that one step is taken, below the largest; return its distance from 2, and 1."""
    judge.equal("one", "steps", sum(decision.taken), 1)
    if judge.violations:
        return None
    step = exactly(instance.steps[decision.taken.index(True)])
    judge.at_most("height", "step", step, max(exactly(instance.steps)))
    judge.equal("height", "step", step - step, 0)
    return 1 + abs(step - 2) + sum(map(exactly, instance.prices.values()))


@problem.method
def lowest(instance):
    """Take the first step."""
    return {"taken": [k == 0 for k in range(len(instance.steps))]}


@problem.method
def seeded(instance, seed):
    """Take the step with the number of the seed."""
    return {"taken": [k == seed for k in range(len(instance.steps))]}


@problem.method
def composed(instance, solve):
    """Solve another instance."""
    return solve(instance)
