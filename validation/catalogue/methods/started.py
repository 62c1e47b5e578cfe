"""An exact method that begins from a heuristic's plan, and never ends with less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ....core.outcome import Answer, better
from ....core.run import Run
from ...judge import Verdict

_SHARE = 0.2  # of the time limit


def start_from(
    heuristic: Callable[..., Answer],
    check: Callable[[Any, Any], Verdict],
    instance: Any,
    run: Run,
    **options: Any,
) -> None:
    """Let the run begin from a heuristic's plan, unless it has a start already."""
    if run.start is not None:
        return
    with run.timed("start"):
        seconds = None if run.time_limit is None else _SHARE * run.time_limit
        decision = heuristic(instance, run.inner(seconds=seconds), **options).decision
        verdict = None if decision is None else check(instance, decision)
    if verdict is not None and verdict.feasible:
        run.start = decision
        run.report(verdict.objective, None, decision)


def with_start(
    check: Callable[[Any, Any], Verdict], instance: Any, answer: Answer, run: Run
) -> Answer:
    """Return the answer with the better of its plan and the start."""
    first = None if run.start is None else check(instance, run.start).objective
    if first is None:
        return answer
    if answer.decision is not None:
        objective = check(instance, answer.decision).objective
        if objective is None or not better(first, objective, run.sense):
            return answer
    return replace(answer, decision=run.start)
