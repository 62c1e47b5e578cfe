"""SODA's macroW in three stages: TopLevelMILP, BottomLevelILPs side by side, miniW (Figure 11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...core.outcome import Answer
from ...core.run import Run
from ...instances.macrow import MacroArrays, MacroW, arrays_of
from .bottom_level import solve_bottoms
from .data import Data, data_of
from .mini_w import search
from .start import GREEDY, first_plan, stream_order
from .state import PlanState, state_of, value
from .top_level import Levels, solve_top

_DEFAULT_SECONDS = 25.0  # SODA's limit for macroW, if no other is given
_START_SHARE, _TOP_SHARE, _BOTTOM_SHARE = 0.1, 0.2, 0.2  # of the time limit
_TOP_GAP = 0.005


def hierarchical(instance: MacroW, run: Run, levels: Levels, rounds: int | None) -> Answer:
    """Run the three stages of Figure 11; a stage that fails leaves its work to the next.

    miniW's first plan is the start of the first two stages, and of the last one where theirs is
    worse.
    """
    arrays = arrays_of(instance)
    data = data_of(arrays)
    limit = run.time_limit if run.time_limit is not None else _DEFAULT_SECONDS
    order = stream_order(arrays)
    before = arrays.before > 0 if instance.previous is not None else None
    greedy = first_plan(arrays, data, run, GREEDY, order, before)
    start = None
    if not isinstance(greedy, str):
        search(arrays, data, greedy, run.inner(seconds=_START_SHARE * limit), 0)
        run.report(value(data, greedy), None, arrays.decision(greedy.v))
        start = arrays.cluster_of[greedy.v.argmax(axis=1)]
    with run.timed("top-level"):
        inner = run.inner(seconds=_TOP_SHARE * limit, gap=_TOP_GAP)
        top = solve_top(levels, arrays, inner, start)
    details: dict[str, Any] = {
        "top_level": top.result.status,
        "single_cluster_bound": top.result.bound,
    }
    wanted = before
    if top.home is not None and not run.should_stop():
        with run.timed("bottom-level"):
            hint = np.zeros(arrays.shape, dtype=bool) if isinstance(greedy, str) else greedy.v
            plan, failed = solve_bottoms(levels, arrays, top, hint, run, _BOTTOM_SHARE * limit)
        details["clusters_without_plan"] = [arrays.clusters[c] for c in failed]
        wanted = plan
        if not failed:
            state = state_of(data, plan)
            details["of_clusters"] = value(data, state)
            if not isinstance(greedy, str) and value(data, greedy) < details["of_clusters"]:
                state = greedy
            return _finish(arrays, data, state, run, rounds, details)
    completed = first_plan(arrays, data, run, GREEDY, order, wanted)
    rest = greedy if isinstance(completed, str) else completed
    if isinstance(rest, str):
        return Answer(stopped=run.stopped, message=f"no first plan: {rest}", details=details)
    return _finish(arrays, data, rest, run, rounds, details)


def _finish(
    arrays: MacroArrays,
    data: Data,
    state: PlanState,
    run: Run,
    rounds: int | None,
    details: dict[str, Any],
) -> Answer:
    details["before_miniw"] = value(data, state)
    run.report(details["before_miniw"], None, arrays.decision(state.v))
    answer = search(arrays, data, state, run, rounds)
    return replace(answer, details={**details, **answer.details})
