"""Plans and proven bounds of macrow from prices of the resources that components share.

The bound comes from a program whose columns are good placements of each component.  An integral
choice of columns becomes a plan, which miniW's moves improve.  The method alternates between bound
and plans.
"""

import itertools
import math
from typing import Any

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import Count, PositiveCount, Share
from ...instances.macrow import MacroArrays, MacroW, arrays_of
from ...solvers.macrow import Bounding, whole_columns
from .mini_w import GREEDY, MiniWParameters, Perturbations, first_plan, search, stream_order
from .moves import NOWHERE, may_move
from .state import SLACK, Data, PlanState, data_of, empty_state, state_of, toggle, value


def settle(
    arrays: MacroArrays, data: Data, run: Run, kind_of: IntArray, taken: IntArray, most: float
) -> PlanState | str:
    """Return a plan with units on nodes of their kinds where possible, or the reason for none.

    ``kind_of`` is the kind of each node; ``taken`` (units x kinds) are the numbers of wanted nodes.
    Units with few allowed nodes come first, then large ones.  Where possible, no node's utilisation
    exceeds ``most``.
    """
    open_to = data.allowed.sum(axis=1)
    picky = (data.least_level >= 0) | data.color.any(axis=1)
    bound = np.diff(data.apart_start) + 2 * picky
    order = np.lexsort((-data.load.max(axis=1), -bound, open_to)).astype(np.int64)
    state = empty_state(data)
    _settle(data, state, order, kind_of, taken, picky, most)
    return first_plan(arrays, data, run, GREEDY, order, state.v)


@kernel
def _settle(
    data: Data,
    state: PlanState,
    order: IntArray,
    kind_of: IntArray,
    taken: IntArray,
    picky: BoolArray,
    most: float,
) -> None:
    """Assign each unit the least used nodes of its kinds, or of the kinds' clusters if necessary.

    Units with a level or a color prefer nodes that already have such units, so that other nodes
    stay free.
    """
    nodes = len(state.alpha)
    for u in order:
        for g in range(taken.shape[1]):
            cluster = NOWHERE
            for n in range(nodes):
                if kind_of[n] == g:  # all nodes of a kind are in one cluster
                    cluster = data.cluster_of[n]
            for _ in range(taken[u, g]):
                chosen, best = NOWHERE, np.inf
                for n in range(nodes):
                    if data.cluster_of[n] != cluster or not may_move(data, state, u, NOWHERE, n):
                        continue
                    score = state.alpha[n]
                    # Above all within the largest load, then of the kind, then beside its like.
                    if score + data.load[u, n] > most * (1 + SLACK):
                        score += 1e6
                    if kind_of[n] != g:
                        score += 1e3
                    if picky[u]:
                        score -= 1e2 * _alike(data, state, u, n)
                    if score < best:
                        chosen, best = n, score
                if chosen >= 0:
                    toggle(data, state, u, chosen)


@kernel(inner=True)
def _alike(data: Data, state: PlanState, u: int, n: int) -> float:
    """Return 1 if node n already has a unit with unit u's level or one of its colors, else 0."""
    if data.least_level[u] >= 0 and state.level_count[n, data.least_level[u]] > 0:
        return 1.0
    for c in range(data.color.shape[1]):
        if data.color[u, c] and state.color_count[n, c] > 0:
            return 1.0
    return 0.0


class ComponentParameters(Parameters):
    """The parameters of `components`; a share is a part of the time that still remains."""

    cases: Count = Field(default=300, description="maximum number of splits of the bound")
    rounds: Count = Field(default=100, description="perturbations of each plan")
    first_share: Share = Field(
        default=0.1, description="share of the remaining time for improving the first plan"
    )
    stage_share: Share = Field(
        default=0.3,
        description="share of the remaining time for each step on the bound or on the plan",
    )
    first_cases: Count = Field(default=8, description="splits in the first turn; doubled later")
    unlimited_turns: PositiveCount = Field(
        default=8, description="number of turns if there is no time limit"
    )
    turns_in_vain: PositiveCount = Field(
        default=50, description="number of turns without improvement, in a row, that end the method"
    )
    tries: PositiveCount = Field(
        default=3, description="number of tries of each perturbation on small instances"
    )
    choice_gap: Share = Field(
        default=1e-4, description="relative gap of the integer program over columns"
    )


_NOISE = 1e-9  # largest rounding error in the value of a plan


def components(instance: MacroW, run: Run, parameters: ComponentParameters) -> Answer:
    """Find a plan by column generation and miniW's moves, and a certified bound."""
    arrays = arrays_of(instance)
    data = data_of(arrays)
    with run.timed("start"):
        best = _first(instance, arrays, data, run, parameters)
    bounding = Bounding(instance, arrays, _scale(arrays))
    short = bounding.short_of_nodes()
    if short is not None:
        return Answer(infeasible=True, message=f"PE {short} has fewer nodes than it needs")
    first = bounding.certified()
    run.report(bound=first.value, certificate=first.certificate)
    bounding.worth = math.inf if best is None else value(data, best)
    best, split = _by_turns(arrays, data, bounding, run, best, parameters)
    details: dict[str, Any] = {
        "cases": split,
        "columns": len(bounding.master.columns),
        "masters": bounding.iterations,
    }
    decision = None if best is None else arrays.decision(best.v)
    proven = bounding.certified()
    if not math.isfinite(proven.value):
        return Answer(decision=decision, stopped=run.stopped, details=details)
    return proven.answer(decision, stopped=run.stopped, details=details)


def _first(
    instance: MacroW, arrays: MacroArrays, data: Data, run: Run, parameters: ComponentParameters
) -> PlanState | None:
    """Return the plan from which the run starts, or miniW's first plan; improve it by moves."""
    if run.start is not None:
        plan: PlanState | str = state_of(data, arrays.chosen(run.start))
    else:
        wanted = arrays.before > 0 if instance.previous is not None else None
        plan = first_plan(arrays, data, run, GREEDY, stream_order(arrays), wanted)
    if isinstance(plan, str):
        return None
    seconds = run.part_of_remaining(parameters.first_share)
    search(arrays, data, plan, run.inner(seconds=seconds), MiniWParameters(rounds=0))
    run.report(value(data, plan), None, arrays.decision(plan.v))
    return plan


def _scale(arrays: MacroArrays) -> float:
    """Return an upper bound on any plan's objective: all PEs on all nodes, all streams on links."""
    nodes = float((arrays.load * arrays.allowed).sum(axis=0).max())
    links = float(arrays.stream_rate.sum() / arrays.capacity.min()) if arrays.links else 0.0
    weights = arrays.weights
    return sum(weights[:2]) * nodes + sum(weights[2:]) * links


def _by_turns(
    arrays: MacroArrays,
    data: Data,
    bounding: Bounding,
    run: Run,
    best: PlanState | None,
    parameters: ComponentParameters,
) -> tuple[PlanState | None, int]:
    """Improve bound and plans alternately; return the best plan and the number of case splits."""
    cases, rounds = parameters.cases, max(1, parameters.rounds)
    split, allowance, in_vain = 0, min(cases, parameters.first_cases), 0
    tries = parameters.tries * Perturbations(arrays, data, 0).number
    patience = min(parameters.turns_in_vain, 2 + tries // rounds)
    for turn in itertools.count():
        with run.timed("bound"):
            splits = bounding.raise_bound(_part(run, parameters), allowance)
        split += splits
        proven = bounding.certified()
        run.report(bound=proven.value, certificate=proven.certificate)
        if run.reached_gap() or run.should_stop():
            break
        with run.timed("plans"):
            if turn % 2 and best is not None:
                found: PlanState | None = _improve(arrays, data, best.v, run, turn, parameters)
            else:
                found = _plan(arrays, data, bounding, run, turn, parameters)
        better = found is not None and value(data, found) < bounding.worth - _NOISE
        if found is not None and better:
            best = found
            bounding.worth = value(data, best)
            run.report(bounding.worth, None, arrays.decision(best.v))
        in_vain = 0 if better or splits else in_vain + 1
        idle = run.time_limit is None and (turn >= parameters.unlimited_turns or in_vain > 0)
        if run.reached_gap() or run.should_stop() or idle or in_vain >= patience:
            break
        allowance = min(2 * allowance, cases - split)
    return best, split


def _improve(
    arrays: MacroArrays,
    data: Data,
    chosen: BoolArray,
    run: Run,
    turn: int,
    parameters: ComponentParameters,
) -> PlanState:
    """Return plan ``chosen`` improved by miniW's search, with new perturbations in each turn."""
    plan = state_of(data, chosen)
    inner = _part(run, parameters)
    inner.seed += turn
    search(arrays, data, plan, inner, MiniWParameters(rounds=parameters.rounds))
    return plan


def _part(run: Run, parameters: ComponentParameters, gap: float | None = None) -> Run:
    """Return the inner run of a stage, with its share of the remaining time."""
    return run.inner(seconds=run.part_of_remaining(parameters.stage_share), gap=gap)


def _plan(
    arrays: MacroArrays,
    data: Data,
    bounding: Bounding,
    run: Run,
    turn: int,
    parameters: ComponentParameters,
) -> PlanState | None:
    """Return a plan made of the best integral choice of columns, and improved by miniW's search."""
    case = bounding.weakest()
    inner = _part(run, parameters, max(run.gap, parameters.choice_gap))
    inner.seed += turn  # of choices that are worth the same, another one
    taken = whole_columns(bounding.master, case, inner)
    if taken is None:
        return None
    most = float(case.low) if case.high is not None else case.busiest
    plan = settle(arrays, data, run, arrays.node_kinds, taken, most)
    if isinstance(plan, str):
        return None
    return _improve(arrays, data, plan.v, run, turn, parameters)
