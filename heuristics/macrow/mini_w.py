"""SODA's miniW, a local search over candidate nodes (5.2.3.3), and the baselines of 7.2."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import Count, PositiveCount
from ...instances.macrow import MacroArrays, MacroW, arrays_of
from .moves import (
    NOWHERE,
    gain,
    improve_streams,
    improve_units,
    keeps_needs,
    largest,
    may_move,
    within_changes,
)
from .state import Data, PlanState, data_of, empty_state, fill, state_of, toggle, value


class MiniWParameters(Parameters):
    """The parameters of `miniw`."""

    rounds: int | None = Field(default=None, description="maximum perturbations")
    unlimited_rounds: Count = Field(
        default=100, description="perturbations if neither time nor rounds are limited"
    )
    whole_look_after: PositiveCount = Field(
        default=100, description="rounds between two searches over all units and streams"
    )
    busy_nodes: PositiveCount = Field(
        default=3, description="number of busiest nodes whose PEs may move after a perturbation"
    )
    joined_units: PositiveCount = Field(
        default=16, description="maximum number of PEs that one perturbation moves together"
    )


DEFAULTS = MiniWParameters()


class Perturbations:
    """A source of random perturbations (moves of connected units to a cluster, see `perturb`).

    It records the perturbations since the last improvement; ``number`` distinct ones exist.
    """

    def __init__(
        self,
        arrays: MacroArrays,
        data: Data,
        seed: int,
        most_units: int = DEFAULTS.joined_units,
    ) -> None:
        self._arrays, self._data = arrays, data
        self._rng = np.random.default_rng(seed)
        units = len(arrays.units)
        self._most_units = min(most_units, units) if len(arrays.stream_ends) else 1
        self.number = units * data.clusters * self._most_units
        self._made: set[tuple[int, int, int]] = set()

    @property
    def all_made(self) -> bool:
        """Whether every possible perturbation was made since the last improvement."""
        return len(self._made) == self.number

    def begin_again(self) -> None:
        """Reset the record of perturbations, because the plan has improved."""
        self._made.clear()

    def perturb(self, state: PlanState) -> IntArray:
        """Move random connected units to a random cluster, even if the objective gets worse.

        The plan is feasible after every step. Return the moved units.
        """
        start, cluster = _draw(self._arrays, self._data, state, self._rng)
        wanted = int(self._rng.integers(1, self._most_units + 1)) if self._most_units > 1 else 1
        self._made.add((start, cluster, wanted))
        together = _neighbours(self._data, state, start, wanted)
        _move_together(self._data, state, together, cluster)
        return together


def _draw(
    arrays: MacroArrays, data: Data, state: PlanState, rng: np.random.Generator
) -> tuple[int, int]:
    """Return a random unit and a random target cluster.

    With probability 1/2 the unit is an end of a random stream between clusters (probability
    proportional to rate), and the cluster is that of the stream's other end.
    """
    start = int(rng.integers(len(state.candidates)))
    cluster = int(rng.integers(data.clusters))
    if data.weights[2:].any() and rng.random() < 0.5:
        home = data.cluster_of[state.v.argmax(axis=1)]
        ends = arrays.stream_ends
        rates = np.where(home[ends[:, 0]] != home[ends[:, 1]], arrays.stream_rate, 0.0)
        if rates.sum() > 0:
            drawn = rng.choice(len(rates), p=rates / rates.sum())
            one, other = ends[drawn] if rng.random() < 0.5 else ends[drawn][::-1]
            start, cluster = int(one), int(home[other])
    return start, cluster


@kernel
def _move_together(data: Data, state: PlanState, units: IntArray, cluster: int) -> None:
    """Replace the units' candidates outside a cluster by the cluster's least used nodes."""
    for u in units:
        for out in range(len(state.alpha)):
            if not state.v[u, out]:
                continue
            into = NOWHERE
            for n in range(len(state.alpha)):
                if data.cluster_of[n] != cluster or not may_move(data, state, u, out, n):
                    continue
                if into < 0 or state.alpha[n] < state.alpha[into]:
                    into = n
            if into >= 0 and data.cluster_of[out] != cluster:
                toggle(data, state, u, out)
                toggle(data, state, u, into)


@kernel
def _neighbours(data: Data, state: PlanState, start: int, wanted: int) -> IntArray:
    """Return up to ``wanted`` units in the cluster of ``start``, breadth first along streams."""
    units = np.full(wanted, start)
    home = _home(data, state, start)
    known, at = 1, 0
    while at < known and known < wanted:
        u = units[at]
        at += 1
        for k in range(data.stream_start[u], data.stream_start[u + 1]):
            q = data.stream_other[k]
            seen = known >= wanted or _home(data, state, q) != home
            for j in range(known):
                seen = seen or units[j] == q
            if not seen:
                units[known] = q
                known += 1
    return units[:known]


@kernel(inner=True)
def _home(data: Data, state: PlanState, u: int) -> int:
    """Return the cluster of the first candidate of a unit."""
    for n in range(len(state.alpha)):
        if state.v[u, n]:
            return int(data.cluster_of[n])
    return int(NOWHERE)


GREEDY, BY_TURNS, AT_RANDOM = 0, 1, 2
_MOST_ATTEMPTS = 100


@kernel
def _keep(data: Data, state: PlanState, order: IntArray, wanted: BoolArray) -> None:
    """Add the wanted nodes of each unit, in order, as long as the plan stays feasible."""
    for u in order:
        for n in range(len(state.alpha)):
            if wanted[u, n] and may_move(data, state, u, NOWHERE, n):
                toggle(data, state, u, n)


@kernel
def _place(data: Data, state: PlanState, u: int, rule: int, noise: FloatArray) -> bool:
    """Assign a unit nodes, chosen by a rule, until its needs are satisfied; return success.

    The greedy rule chooses the node that provides the largest share of the missing MIPS, then the
    least objective, then the most slack.
    """
    shift = np.zeros(len(data.capacity))
    while state.candidates[u] < data.min_nodes[u] or not keeps_needs(
        data, state, u, NOWHERE, NOWHERE
    ):
        most = largest(data, state)
        chosen, best, best_change, best_squares = NOWHERE, np.inf, np.inf, np.inf
        for n in range(len(state.alpha)):
            score, change, squares = 0.0, 0.0, 0.0
            if rule == GREEDY:
                score = -_progress(data, state, u, n)
            elif rule == BY_TURNS:
                score = float(state.pes_on[n])  # round robin: where the fewest PEs are
            else:
                score = noise[u, n]  # random, drawn before
            loses = score > best or (score == best and rule != GREEDY)
            if loses or not may_move(data, state, u, NOWHERE, n):
                continue
            if rule == GREEDY:
                change, squares = gain(data, state, most, u, NOWHERE, n, shift)
            tie = score == best and change <= best_change + 1e-12
            if score < best or (tie and (change < best_change - 1e-12 or squares < best_squares)):
                chosen, best, best_change, best_squares = n, score, change, squares
        if chosen == NOWHERE:
            return False
        toggle(data, state, u, chosen)
    return True


@kernel(inner=True)
def _progress(data: Data, state: PlanState, u: int, n: int) -> float:
    """Return the share of missing MIPS that node n provides, the minimum over the unit's PEs."""
    least = 1.0
    for k in range(data.need_start[u], data.need_start[u + 1]):
        missing = data.need[k] - state.got[k]
        if missing > 0:
            least = min(least, data.need_mips[k, n] / missing)
    return least


def stream_order(arrays: MacroArrays) -> IntArray:
    """Return the units by falling rate of their busiest streams; units without streams are last."""
    falling = np.argsort(-arrays.stream_rate, kind="stable")
    ends = arrays.stream_ends[falling].ravel()
    needs = np.zeros(len(arrays.units))
    np.add.at(needs, arrays.need_unit, arrays.need)
    everybody = np.r_[ends, np.argsort(-needs, kind="stable")].astype(np.int64)
    _, first = np.unique(everybody, return_index=True)
    ordered: IntArray = everybody[np.sort(first)]
    return ordered


def first_plan(
    arrays: MacroArrays,
    data: Data,
    run: Run,
    rule: int,
    order: IntArray,
    wanted: BoolArray | None = None,
) -> PlanState | str:
    """Return a feasible plan, or the reason why the last attempt failed.

    If a unit fits on no node, it comes first in the next attempt; the others keep their order.
    """
    rng = np.random.default_rng(run.seed)
    stuck: dict[int, int] = {}
    reason = "the time limit left no time to look for a plan"
    for attempt in range(_MOST_ATTEMPTS):
        if attempt and run.should_stop():
            break
        state = empty_state(data)
        if wanted is not None:
            _keep(data, state, order, wanted & data.allowed)
        noise = rng.random(arrays.shape) if rule == AT_RANDOM else np.zeros((1, 1))
        placed = (int(u) for u in order if not _place(data, state, u, rule, noise))
        unit = next(placed, NOWHERE)
        if unit == NOWHERE and within_changes(data, state):
            return state
        if unit == NOWHERE:
            return "more previous candidates had to change than allowed"
        reason = f"PE {arrays.units[unit]} fits on no node"
        stuck[unit] = stuck.get(unit, 0) + 1
        if stuck[unit] > 3:
            order = rng.permutation(order)
        order = np.r_[unit, order[order != unit]].astype(np.int64)
    return reason


_BUDGET = 200_000  # evaluations between two checks of the time
_NOISE = 1e-9


@dataclass
class Tally:
    """The numbers of evaluated moves, made moves and rounds of a search."""

    evaluated: int = 0
    moves: int = 0
    rounds: int = 0

    def add(self, evaluated: int, moves: int) -> None:
        """Add numbers of evaluated and of made moves."""
        self.evaluated += evaluated
        self.moves += moves


def miniw(instance: MacroW, run: Run, parameters: MiniWParameters) -> Answer:
    """Search locally from a greedy plan, or from the former candidates, with perturbations.

    The search ends after ``rounds`` perturbations (100 without a limit on time or rounds), or when
    every perturbation has failed.
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
    return search(arrays, data, state, run, parameters)


def search(
    arrays: MacroArrays, data: Data, state: PlanState, run: Run, parameters: MiniWParameters
) -> Answer:
    """Improve the plan; then perturb it and improve around the moved units, until a limit.

    A round's plan is kept unless it is worse.  Moves of all units and streams are tried again after
    every hundred rounds, and when all perturbations have failed; then, if no move improves the
    plan, the search ends.
    """
    perturbations = Perturbations(arrays, data, run.seed, parameters.joined_units)
    rounds = parameters.rounds
    if rounds is None and run.time_limit is None:
        rounds = parameters.unlimited_rounds
    orders = _Orders.of(arrays)
    tally = Tally()
    _improve_all(arrays, data, state, orders, run, tally)
    best = value(data, state)
    while not run.should_stop() and (rounds is None or tally.rounds < rounds):
        plan = state.v.copy()
        moved = perturbations.perturb(state)
        _improve_around(data, state, moved, run, tally, parameters.busy_nodes)
        tally.rounds += 1
        now = value(data, state)
        if now > best + _NOISE:
            fill(data, state, plan)
        elif now < best - _NOISE:
            best = now
            run.report(best, None, arrays.decision(state.v))
            perturbations.begin_again()
        if tally.rounds % parameters.whole_look_after == 0 or perturbations.all_made:
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
    """The paper's orders of tried moves: units by falling needs, streams by falling rates."""

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
    """Make improving 1-opt moves, then 2-opt moves, until neither improves."""
    again = True
    while again and not run.should_stop():
        again = _sweep(improve_units, data, state, orders.units, run, tally)
        if not again and data.weights[2:].any():
            again = _sweep(improve_streams, data, state, orders.streams, run, tally)
        fill(data, state, state.v.copy())
        run.report(value(data, state), None, arrays.decision(state.v))


def _improve_around(
    data: Data, state: PlanState, moved: IntArray, run: Run, tally: Tally, busy_nodes: int
) -> None:
    """Make 1-opt moves of the moved units, their neighbours, and all units on the busiest nodes."""
    near = [data.stream_other[data.stream_start[u] : data.stream_start[u + 1]] for u in moved]
    units = np.unique(np.r_[moved, *near])
    again = True
    while again and not run.should_stop():
        busiest = np.argsort(state.alpha)[-busy_nodes:]
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
    """Call ``step`` until each unit or stream in ``order`` was tried; return whether one moved."""
    at, moved = 0, False
    while at < len(order) and not run.should_stop():
        at, evaluated, made = step(data, state, order, at, _BUDGET, len(order))
        tally.add(evaluated, made)
        moved = moved or made > 0
    return moved


def round_robin(instance: MacroW, run: Run) -> Answer:
    """Assign each PE in turn the fewest nodes that satisfy it, those with the fewest PEs first."""
    return _baseline(instance, run, BY_TURNS)


def random(instance: MacroW, run: Run) -> Answer:
    """Assign each PE the fewest nodes that it needs, chosen at random."""
    return _baseline(instance, run, AT_RANDOM)


def _baseline(instance: MacroW, run: Run, rule: int) -> Answer:
    arrays = arrays_of(instance)
    data = data_of(arrays)
    wanted: BoolArray | None = arrays.before > 0 if arrays.limits_changes else None
    state = first_plan(arrays, data, run, rule, np.arange(len(arrays.units)), wanted)
    if isinstance(state, str):
        return Answer(stopped=run.stopped, message=f"no plan: {state}")
    return Answer(decision=arrays.decision(state.v), stopped=run.stopped)
