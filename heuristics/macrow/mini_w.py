"""SODA's miniW, a local search over candidate nodes (5.2.3.3), and the baselines of 7.2."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.macrow import MacroArrays, MacroW, arrays_of
from .data import Data, data_of
from .improvement import improve_streams, improve_units
from .perturbation import Perturbations
from .start import AT_RANDOM, BY_TURNS, GREEDY, first_plan, stream_order
from .state import PlanState, fill, state_of, value

_BUDGET = 200_000  # evaluations between two looks at the clock
_ROUNDS = 100  # perturbations, where neither time nor rounds are limited
_BUSY = 3  # nodes whose PEs are asked to leave after a perturbation
_NOISE = 1e-9


@dataclass
class Tally:
    """Counts of a search."""

    evaluated: int = 0
    moves: int = 0
    rounds: int = 0

    def add(self, evaluated: int, moves: int) -> None:
        """Count evaluated and made moves."""
        self.evaluated += evaluated
        self.moves += moves


def miniw(instance: MacroW, run: Run, *, rounds: int | None = None) -> Answer:
    """Search from a greedy plan, or from the former candidates; ``rounds`` perturbations at most.

    Without a limit on time or rounds it ends after 100 rounds.  It ends sooner where every
    perturbation was made in vain.
    """
    arrays = arrays_of(instance)
    data = data_of(arrays)
    if run.start is not None:
        state: PlanState | str = state_of(data, arrays.chosen(run.start))
    else:
        wanted = arrays.before > 0 if instance.previous is not None else None
        state = first_plan(arrays, data, run, GREEDY, stream_order(arrays), wanted)
    if isinstance(state, str):
        return Answer(stopped=run.stopped, message=f"no first plan: {state}")
    return search(arrays, data, state, run, rounds)


def search(
    arrays: MacroArrays, data: Data, state: PlanState, run: Run, rounds: int | None
) -> Answer:
    """Improve; then perturb and improve around the units that moved, until the limit.

    Keep a round's plan unless it is worse; else restore the last.  Look at all units and streams
    again after every hundred rounds, and when all perturbations were made in vain; the search ends
    if that is in vain, too.
    """
    perturbations = Perturbations(arrays, data, run.seed)
    if rounds is None and run.time_limit is None:
        rounds = _ROUNDS
    orders = _Orders.of(arrays)
    tally = Tally()
    _improve_all(arrays, data, state, orders, run, tally)
    best = value(data, state)
    while not run.should_stop() and (rounds is None or tally.rounds < rounds):
        plan = state.v.copy()
        moved = perturbations.perturb(state)
        _improve_around(data, state, moved, run, tally)
        tally.rounds += 1
        now = value(data, state)
        if now > best + _NOISE:
            fill(data, state, plan)
        elif now < best - _NOISE:
            best = now
            run.report(best, None, arrays.decision(state.v))
            perturbations.begin_again()
        if tally.rounds % _ROUNDS == 0 or perturbations.all_made:
            _improve_all(arrays, data, state, orders, run, tally)
            if value(data, state) < best - _NOISE:
                perturbations.begin_again()
            best = value(data, state)
        if perturbations.all_made:
            break
    details = {"evaluated": tally.evaluated, "moves": tally.moves, "rounds": tally.rounds}
    return Answer(decision=arrays.decision(state.v), stopped=run.stopped, details=details)


@dataclass(frozen=True)
class _Orders:
    """Units by falling needs, streams by falling rates, as the paper sorts them."""

    units: IntArray
    streams: IntArray

    @classmethod
    def of(cls, arrays: MacroArrays) -> _Orders:
        needs = np.zeros(len(arrays.units))
        np.add.at(needs, arrays.need_unit, arrays.need)
        apart = arrays.stream_ends[:, 0] != arrays.stream_ends[:, 1]
        falling = np.argsort(-arrays.stream_rate[apart], kind="stable")
        return cls(np.argsort(-needs, kind="stable"), arrays.stream_ends[apart][falling])


def _improve_all(
    arrays: MacroArrays, data: Data, state: PlanState, orders: _Orders, run: Run, tally: Tally
) -> None:
    """Make 1-opt moves while there are any, then 2-opt moves, until neither gains anything."""
    again = True
    while again and not run.should_stop():
        again = _sweep(improve_units, data, state, orders.units, run, tally)
        if not again and data.weights[2:].any():
            again = _sweep(improve_streams, data, state, orders.streams, run, tally)
        fill(data, state, state.v.copy())
        run.report(value(data, state), None, arrays.decision(state.v))


def _improve_around(data: Data, state: PlanState, moved: IntArray, run: Run, tally: Tally) -> None:
    """Make 1-opt moves of units that moved, of their neighbours, and on the busiest nodes."""
    near = [data.stream_other[data.stream_start[u] : data.stream_start[u + 1]] for u in moved]
    units = np.unique(np.r_[moved, *near])
    again = True
    while again and not run.should_stop():
        busiest = np.argsort(state.alpha)[-_BUSY:]
        crowd = np.flatnonzero(state.v[:, busiest].any(axis=1))
        order = np.r_[crowd, units].astype(np.int64)
        again = _sweep(improve_units, data, state, order, run, tally)


def _sweep(
    step: Callable[..., tuple[int, int, int]],
    data: Data,
    state: PlanState,
    order: IntArray,
    run: Run,
    tally: Tally,
) -> bool:
    """Go once through an order in pieces; return whether anything moved."""
    at, moved = 0, False
    while at < len(order) and not run.should_stop():
        at, evaluated, made = step(data, state, order, at, _BUDGET, len(order))
        tally.add(evaluated, made)
        moved = moved or made > 0
    return moved


def round_robin(instance: MacroW, run: Run) -> Answer:
    """Give each PE in turn the nodes with the fewest PEs so far, as few as it needs."""
    return _baseline(instance, run, BY_TURNS)


def random(instance: MacroW, run: Run) -> Answer:
    """Give each PE random nodes, as few as it needs."""
    return _baseline(instance, run, AT_RANDOM)


def _baseline(instance: MacroW, run: Run, rule: int) -> Answer:
    arrays = arrays_of(instance)
    data = data_of(arrays)
    wanted: BoolArray | None = arrays.before > 0 if arrays.limits_changes else None
    state = first_plan(arrays, data, run, rule, np.arange(len(arrays.units)), wanted)
    if isinstance(state, str):
        return Answer(stopped=run.stopped, message=f"no plan: {state}")
    return Answer(decision=arrays.decision(state.v), stopped=run.stopped)
