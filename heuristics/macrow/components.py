"""Plans and proven bounds of macrow from prices of the resources that components share.

The bound's columns say where each component is best; the best whole choice of them becomes a plan,
which miniW's moves improve.  Bound and plans take turns.
"""

import itertools
import math
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.macrow import MacroArrays, MacroW, arrays_of
from ...solvers.macrow import Bounding, whole_columns
from .mini_w import GREEDY, MiniWParameters, Perturbations, first_plan, search, stream_order
from .moves import NOWHERE, may_move
from .state import SLACK, Data, PlanState, data_of, empty_state, state_of, toggle, value

# From kinds of nodes to nodes: a plan that follows the columns of macrow's bound.


def settle(
    arrays: MacroArrays, data: Data, run: Run, kind_of: IntArray, taken: IntArray, most: float
) -> PlanState | str:
    """Return a plan in which units use nodes of the given kinds as far as these accept them.

    Units that few nodes take come first, then large ones; the others fill what is left, up to the
    utilisation ``most`` where that is possible.
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
    """Give each unit the least used nodes of its kinds, or else of their clusters.

    Units with a level or a color go where others of the same kind are, so that nodes stay free for
    the rest.
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
    """Return 1 if a node has a unit of the same level or color already."""
    if data.least_level[u] >= 0 and state.level_count[n, data.least_level[u]] > 0:
        return 1.0
    for c in range(data.color.shape[1]):
        if data.color[u, c] and state.color_count[n, c] > 0:
            return 1.0
    return 0.0


_FIRST_SHARE, _SHARE = 0.1, 0.3  # of the time that is left: the first plan; each stage after it
_FIRST_CASES = 8
_MOST_TURNS = 8  # where time is not limited
_IN_VAIN = 50  # turns after which a bound that cannot rise and a plan that does not improve stay
_TIMES = 3  # that each perturbation was made in vain, on a small instance
_WHOLE_GAP = 1e-4
_NOISE = 1e-9


def components(
    instance: MacroW, run: Run, *, cases: Annotated[int, Field(ge=0)] = 300, rounds: int = 100
) -> Answer:
    """Find a plan and a bound with a certificate.

    ``cases`` limits the splits of the bound, ``rounds`` the perturbations of each plan.
    """
    arrays = arrays_of(instance)
    data = data_of(arrays)
    with run.timed("start"):
        best = _first(instance, arrays, data, run)
    bounding = Bounding(instance, arrays, _scale(arrays))
    short = bounding.short_of_nodes()
    if short is not None:
        return Answer(infeasible=True, message=f"PE {short} has fewer nodes than it needs")
    bounding.worth = math.inf if best is None else value(data, best)
    best, split = _by_turns(arrays, data, bounding, run, best, cases, rounds)
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


def _first(instance: MacroW, arrays: MacroArrays, data: Data, run: Run) -> PlanState | None:
    """Return the start of the run, or a first plan of miniW."""
    if run.start is not None:
        return state_of(data, arrays.chosen(run.start))
    wanted = arrays.before > 0 if instance.previous is not None else None
    plan = first_plan(arrays, data, run, GREEDY, stream_order(arrays), wanted)
    if isinstance(plan, str):
        return None
    seconds = run.part_of_remaining(_FIRST_SHARE)
    search(arrays, data, plan, run.inner(seconds=seconds), MiniWParameters(rounds=0))
    run.report(value(data, plan), None, arrays.decision(plan.v))
    return plan


def _scale(arrays: MacroArrays) -> float:
    """Return an upper bound on plans: all PEs on all nodes, all streams on each link."""
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
    cases: int,
    rounds: int,
) -> tuple[PlanState | None, int]:
    """Improve bound and plans alternately; return the best plan and the splits made."""
    split, allowance, in_vain = 0, min(cases, _FIRST_CASES), 0
    patience = min(_IN_VAIN, 2 + _TIMES * Perturbations(arrays, data, 0).number // max(1, rounds))
    for turn in itertools.count():
        with run.timed("bound"):
            splits = bounding.raise_bound(_part(run), allowance)
        split += splits
        run.report(bound=bounding.certified_value())
        if run.reached_gap() or run.should_stop():
            break
        with run.timed("plans"):
            if turn % 2 and best is not None:
                found: PlanState | None = _improve(arrays, data, best.v, run, turn, rounds)
            else:
                found = _plan(arrays, data, bounding, run, turn, rounds)
        better = found is not None and value(data, found) < bounding.worth - _NOISE
        if found is not None and better:
            best = found
            bounding.worth = value(data, best)
            run.report(bounding.worth, None, arrays.decision(best.v))
        in_vain = 0 if better or splits else in_vain + 1
        idle = run.time_limit is None and (turn >= _MOST_TURNS or in_vain > 0)
        if run.reached_gap() or run.should_stop() or idle or in_vain >= patience:
            break
        allowance = min(2 * allowance, cases - split)
    return best, split


def _improve(
    arrays: MacroArrays, data: Data, chosen: BoolArray, run: Run, turn: int, rounds: int
) -> PlanState:
    """Return a plan after miniW's moves; each turn draws other perturbations."""
    plan = state_of(data, chosen)
    inner = _part(run)
    inner.seed += turn
    search(arrays, data, plan, inner, MiniWParameters(rounds=rounds))
    return plan


def _part(run: Run, gap: float | None = None) -> Run:
    """Return the run of a stage."""
    left = run.remaining
    return run.inner(seconds=None if left is None else _SHARE * left, gap=gap)


def _plan(
    arrays: MacroArrays, data: Data, bounding: Bounding, run: Run, turn: int, rounds: int
) -> PlanState | None:
    """Return a plan from the best whole choice of columns, improved by miniW's moves."""
    case = bounding.weakest()
    inner = _part(run, max(run.gap, _WHOLE_GAP))
    inner.seed += turn  # of choices that are worth the same, another one
    taken = whole_columns(bounding.master, case, inner)
    if taken is None:
        return None
    most = float(case.low) if case.high is not None else case.busiest
    plan = settle(arrays, data, run, bounding.pieces.kind_of, taken, most)
    if isinstance(plan, str):
        return None
    return _improve(arrays, data, plan.v, run, turn, rounds)
