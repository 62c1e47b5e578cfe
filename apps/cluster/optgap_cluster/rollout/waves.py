"""Waves of moves to a solution: which moves are parallel, what becomes free, what is saved.

Within a wave moves may happen in any order.  No machine or device is overfull even if all items of
the wave have arrived and none has left, and a budget (``at_once``) is not exceeded.  Made one after
another in the listed order, the moves keep all rules at each moment.  *Lenient* moves are an
exception: they take away a pod that a staying pod must be near, until other such pods follow;
Kubernetes allows this.  If moves wait for each other, indistinguishable items swap targets, or an
item makes a stop on a third machine.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any

import numpy as np

from optgap.consolidation import Consolidation, RuleBook, all_hold, may_enter, overfull, rules_hold
from optgap.faults import quantity
from optgap.problem import IntArray

from .move_plan import Blocked, move_plan
from .wave_state import Order, Wave, WaveAtWorst, WaveMoves, WavePlan, WaveState

_DETOURS = 200  # maximum number of stops in one plan


def wave_plan(
    instance: Consolidation,
    decision: dict[str, dict[str, str]],
    *,
    order: Order = "waves",
    most_moves: int | None = None,
) -> WavePlan:
    """Return the waves of moves to a decision that the checker accepts.

    ``drain`` empties one machine after another; under ``largest-first`` items leave by decreasing
    largest share of a machine, and a wave has items of one size only.  Under ``targets`` each wave
    is split into waves with one target each.  Stops on third machines are made only as long as
    there are at most ``most_moves`` moves, within the migration budget.
    """
    state = _WaveSearch(instance, instance.numbers(decision), order, most_moves)
    while state.left and (wave := state.wave()):
        state.close(wave)
    blocked: tuple[Blocked, ...] = ()
    proven = True
    if state.left:
        known = None if instance.rules or instance.devices else move_plan(instance, decision)
        if known is not None and not known.blocked and not state.detours:
            state = _WaveSearch(instance, instance.numbers(decision), order, most_moves)
            state.follow([move.item for move in known.steps])
        else:
            blocked = tuple(state.blocked_move(i) for i in sorted(state.left))
            proven = known is not None and known.proven and len(known.blocked) == len(blocked)
    waves = [*_with_one_target(instance, state.waves)] if order == "targets" else state.waves
    return WavePlan(
        tuple(waves),
        blocked,
        proven,
        state.detours,
        tuple(instance.sites[j].name for j in state.emptied if j not in state.parking),
        tuple(instance.sites[j].name for j in sorted(state.parking)),
        state.lenient,
        _saving(instance, state.machine),
        tuple(instance.notes or ()),
    )


def _with_one_target(instance: Consolidation, waves: list[Wave]) -> Iterator[Wave]:
    """Yield each wave in parts, which have one target each, for corridors.

    The order of moves changes only where no rule is judged move by move.
    """
    book, number = instance.rule_book, instance.item_numbers
    for wave in waves:
        moving = [number[move.item] for move in wave.moves]
        rules = np.concatenate([book.rule[book.start[i] : book.start[i + 1]] for i in moving])
        moves = list(wave.moves)
        if not (book.kind[rules] > 1).any():
            moves.sort(key=attrgetter("target"))
        parts = [tuple(part) for _, part in groupby(moves, key=attrgetter("target"))]
        yield from (Wave(part, ()) for part in parts[:-1])
        yield Wave(parts[-1], wave.freed)


def _saving(instance: Consolidation, machine: IntArray) -> float | None:
    """Return how much the price of the used machines falls; None if a price is missing."""
    if any(site.price is None for site in instance.sites):
        return None
    price = np.array([site.price for site in instance.sites], dtype=float)
    now, then = instance.in_use(instance.home), instance.in_use(machine)
    return round(float(price[now].sum() - price[then].sum()), 9)


class _WaveSearch(WaveState):
    """The search for waves, one after another, until no move remains or is possible."""

    def wave(self) -> WaveMoves | None:
        """Make the moves of the next wave, if necessary with a stop; return None if none works."""
        moves = WaveMoves()
        at_worst = WaveAtWorst(self)
        ranked = self.moves_by_rank()
        if self.order == "largest-first":
            ranked = self.largest(ranked)
        for i in ranked:
            if self._make_move(i, int(self.target[i]), moves, at_worst) and self.order == "drain":
                first = self.instance.home[moves.moves[0][0]]
                rest = [k for k in ranked if self.instance.home[k] == first and k in self.left]
                for k in rest:
                    self._make_move(k, int(self.target[k]), moves, at_worst)
                break
        if not moves.moves:  # Kubernetes looks at a rule only where a pod comes
            self.lenient += sum(
                self._make_move(i, int(self.target[i]), moves, at_worst, keeps_stayers=False)
                for i in ranked
            )
        if not moves.moves:
            self._exchange(ranked, moves, at_worst)
        if not moves.moves:
            self._detour(moves, at_worst)
        return moves if moves.moves else None

    def _make_move(
        self, i: int, j: int, moves: WaveMoves, at_worst: WaveAtWorst, *, keeps_stayers: bool = True
    ) -> bool:
        """Make a move in this wave if it fits in the worst case and breaks no rule.

        Without ``keeps_stayers``, items that stay may lack required neighbours for a while.
        """
        origin = int(self.machine[i])
        budgets = self.budgets.get(i, ()) if origin >= 0 else ()
        if any(moves.used.get(b, 0) >= self.limits[b] for b in budgets):
            return False
        if not at_worst.takes(i, j) or not may_enter(self.book, self.counts, i, origin, j):
            return False
        self.place(i, j)
        if keeps_stayers and not all_hold(self.book, self.counts, self.machine, np.array([i])):
            self.place(i, origin)
            return False
        at_worst.add(i, j)
        for b in budgets:
            moves.used[b] = moves.used.get(b, 0) + 1
        moves.moves.append((i, origin, j))
        if j == self.target[i]:
            self.left.discard(i)
        return True

    def _exchange(self, ranked: list[int], made: WaveMoves, at_worst: WaveAtWorst) -> None:
        """Swap the targets of indistinguishable items to make moves possible."""
        for i in ranked:
            for k in self.alike.get(i, ()) if i in self.left else ():
                if k == i or k not in self.left or self.target[k] == self.target[i]:
                    continue
                mine, other = int(self.target[i]), int(self.target[k])
                if int(self.machine[i]) == other:
                    continue
                self.target[i], self.target[k] = other, mine
                if self._make_move(i, other, made, at_worst):
                    if self.machine[k] == mine:
                        self.left.discard(k)
                    break
                self.target[i], self.target[k] = mine, other

    def _detour(self, made: WaveMoves, at_worst: WaveAtWorst) -> None:
        """Let an item that blocks other items stop once on a third machine.

        A machine that stays in use and is no move's target is preferred for the stop.  A machine to
        be freed is possible, but then remains open until its last stop.
        """
        masks, row_of = self.instance.masks
        wanted = {int(self.target[i]) for i in self.left}
        room = self.instance.usable - self.load
        emptied = set(self.emptied)
        waiting = [i for i in self.left if int(self.machine[i]) in wanted and i not in self.stopped]
        for i in sorted(waiting, key=lambda k: (-int(self.instance.demand[k].max()), k)):
            if self.detours >= _DETOURS or not self.is_affordable(i):
                continue
            here, there = int(self.machine[i]), int(self.target[i])
            able = masks[row_of[i]] & (room >= self.instance.demand[i]).all(axis=1)
            able &= self.instance.occupied
            able[[here, there]] = False
            for j in sorted(
                np.flatnonzero(able).tolist(),
                key=lambda j: (
                    j in emptied and j not in self.parking,
                    j in emptied,
                    j in wanted,
                    j,
                ),
            ):
                if self._make_move(i, j, made, at_worst):
                    self.detours += 1
                    self.stopped.add(i)
                    if j in emptied:
                        self.reopen(j)
                    return

    def follow(self, names: list[str]) -> None:
        """Make waves of the named moves, in the given order."""
        moves, at_worst = WaveMoves(), WaveAtWorst(self)
        for i in map(self.instance.item_numbers.__getitem__, names):
            if not self._make_move(i, int(self.target[i]), moves, at_worst):
                self.close(moves)
                moves, at_worst = WaveMoves(), WaveAtWorst(self)
                # alone in a new wave it fits: the known order is one in which all moves do
                self._make_move(i, int(self.target[i]), moves, at_worst)
        if moves.moves:
            self.close(moves)


def up_to_the_last_gain(
    instance: Consolidation, decision: dict[str, Any], plan: WavePlan
) -> WavePlan:
    """Return the shortest prefix of the moves of a plan that reaches the decision's objective.

    It ends in an assignment that places all items and keeps all rules.
    """
    end = instance.numbers(decision)
    item, site = instance.item_numbers, instance.site_numbers
    book, machine = instance.rule_book, instance.home.copy()
    if instance.units_of(machine) <= instance.units_of(end) and _holds(instance, book, machine):
        return _plan_of_waves(plan, ())
    used = np.bincount(end, minlength=len(site)) > 0
    for number, wave in enumerate(plan.waves, start=1):
        for made, move in enumerate(wave.moves, start=1):
            machine[item[move.item]] = site[move.target]
            if used[machine].all() and _holds(instance, book, machine):
                before = plan.waves[: number - 1]
                named = {name for wave in before for name in wave.freed}
                freed = (*plan.cordoned, *plan.parking)
                freed = tuple(name for name in freed if name not in named)
                return _plan_of_waves(plan, (*before, Wave(wave.moves[:made], freed)))
    return plan


def _holds(instance: Consolidation, book: RuleBook, machine: IntArray) -> bool:
    """Return whether each item is on a machine, no machine is overfull and no rule is broken."""
    placed = bool((machine >= 0).all())
    return placed and len(overfull(instance, machine)) == 0 and rules_hold(book, machine)


def _plan_of_waves(plan: WavePlan, waves: tuple[Wave, ...]) -> WavePlan:
    left = len(plan.steps) + len(plan.blocked) - sum(len(wave.moves) for wave in waves)
    if left == 0:
        return plan
    freed = {name for wave in waves for name in wave.freed}
    parking = {move.target for wave in waves for move in wave.moves} & set(plan.parking)
    return replace(
        plan,
        waves=waves,
        blocked=(),
        proven=True,
        left_out=left,
        cordoned=tuple(name for name in plan.cordoned if name in freed),
        parking=tuple(name for name in plan.parking if name in parking),
    )


def first_waves(
    instance: Consolidation, plan: WavePlan, order: Order, most: int | None = None
) -> WavePlan:
    """Return the waves up to the last that frees a machine and after which all rules hold.

    The machines that they free stay free.  At most the first ``most`` waves are used.  Moves off
    machines that stay in use are omitted if the other moves are possible without them.  If no wave
    frees a machine, the plan is empty.
    """
    item, site = instance.item_numbers, instance.site_numbers
    machine, count = instance.home.copy(), 0
    end: IntArray = machine.copy()
    for number, wave in enumerate(plan.waves[:most], start=1):
        for move in wave.moves:
            machine[item[move.item]] = site[move.target]
        if wave.freed and _is_sound(instance, machine):
            end, count = machine.copy(), number
    first = _plan_of_waves(plan, plan.waves[:count])
    shorter = _from_freed_only(instance, first, end, order)
    left = len(plan.steps) + len(plan.blocked) - len(shorter.steps)
    freed = quantity(len(shorter.freed), "machine")
    note = f"this plan is partial: it frees {freed} of {len(plan.cordoned) + len(plan.parking)}"
    note += f"; {quantity(left, 'move remains', 'moves remain')} for a later plan"
    notes = (*plan.notes, note) if left else plan.notes
    return replace(shorter, left_out=plan.left_out, saved=_saving(instance, end), notes=notes)


def _is_sound(instance: Consolidation, machine: IntArray) -> bool:
    """Return whether no machine is overfull and no rule is broken; items may wait."""
    return len(overfull(instance, machine)) == 0 and rules_hold(instance.rule_book, machine)


def _from_freed_only(
    instance: Consolidation, plan: WavePlan, end: IntArray, order: Order
) -> WavePlan:
    """Return the plan reduced to moves off freed machines, or the plan itself if that fails."""
    names = set(plan.freed)
    leaves = np.array([site.name in names for site in instance.sites])[instance.home]
    machine = np.where(leaves, end, instance.home)
    if (instance.home < 0).any() or not _is_sound(instance, machine):
        return plan
    found = wave_plan(instance, instance.decision(machine), order=order, most_moves=0)
    return plan if found.blocked or set(found.freed) != names else found
