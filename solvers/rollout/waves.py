"""Waves of moves to a solution: what moves together, what becomes free when, and what is saved.

Within a wave moves may happen in any order: no machine or device is overfull though all of the
wave have come and none has left, and a budget (``at_once``) is not exceeded. Made one after the
other in the order listed, the moves keep every rule at every moment, but for those counted as
lenient: after these an item that stays waits for its mates to follow, which Kubernetes allows.
Where moves wait for each other, items that nothing tells apart take each other's target, or an
item makes a stop on a third machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from ...core.arrays import IntArray
from ...instances.consolidation import (
    Consolidation,
    RuleCounts,
    all_hold,
    counts_of,
    kinds_of,
    may_enter,
    shift,
    takes,
)
from .move_plan import Blocked, Move, move_plan

Order: TypeAlias = Literal["waves", "drain", "largest-first"]
_HOURS = 730  # of a month
_DETOURS = 200  # at most, in one plan


@dataclass(frozen=True)
class Wave:
    """Moves that may happen together, and the machines that are free after them."""

    moves: tuple[Move, ...]
    freed: tuple[str, ...]


@dataclass(frozen=True)
class WavePlan:
    """The waves, the moves that nothing makes possible, and what is gained in the end.

    ``proven`` says that every order was tried where moves are blocked, or none is.
    """

    waves: tuple[Wave, ...]
    blocked: tuple[Blocked, ...]
    proven: bool
    detours: int
    cordoned: tuple[str, ...]  # to become free, and closed from the beginning
    parking: tuple[str, ...]  # to become free, but stops on the way until then
    lenient: int  # moves after which an item that stays lacks a rule until others have followed
    saved: float | None  # price per hour, where machines have prices
    notes: tuple[str, ...] = ()
    left_out: int = 0  # moves of the solution that gain nothing

    @property
    def steps(self) -> tuple[Move, ...]:
        """All moves in their order."""
        return tuple(move for wave in self.waves for move in wave.moves)

    @property
    def freed(self) -> tuple[str, ...]:
        """The machines that become free, in that order."""
        return tuple(name for wave in self.waves for name in wave.freed)

    @property
    def cost(self) -> float:
        """The cost of all steps."""
        return sum(move.cost for move in self.steps)

    def as_document(self) -> dict[str, Any]:
        """Return the plan as plain data."""
        return {
            "complete": not self.blocked,
            "proven": self.proven,
            "cost": self.cost,
            "detours": self.detours,
            "lenient": self.lenient,
            "left_out": self.left_out,
            "cordoned": list(self.cordoned),
            "parking": list(self.parking),
            "freed": list(self.freed),
            "saved_per_hour": self.saved,
            "saved_per_month": None if self.saved is None else round(_HOURS * self.saved, 6),
            "steps": [
                {**vars(move), "wave": number}
                for number, wave in enumerate(self.waves, start=1)
                for move in wave.moves
            ],
            "waves": [{"moves": len(wave.moves), "freed": list(wave.freed)} for wave in self.waves],
            "blocked": [
                {**vars(blocked.move), "waits_for": list(blocked.waits_for)}
                for blocked in self.blocked
            ],
            "notes": list(self.notes),
        }


def wave_plan(
    instance: Consolidation,
    decision: dict[str, dict[str, str]],
    *,
    order: Order = "waves",
    most_moves: int | None = None,
) -> WavePlan:
    """Return the plan for a decision that the checker accepts.

    ``drain`` empties one machine after the other; under ``largest-first`` items leave by falling
    largest share of a machine, and only items of one size in a wave.  Stops on third machines are
    made only while the moves are no more than ``most_moves``, and cost no more than the instance
    allows.
    """
    state = _State(instance, instance.numbers(decision), order, most_moves)
    while state.left and (wave := state.wave()):
        state.close(wave)
    blocked: tuple[Blocked, ...] = ()
    proven = True
    if state.left:
        known = None if instance.rules or instance.devices else move_plan(instance, decision)
        if known is not None and not known.blocked and not state.detours:
            state = _State(instance, instance.numbers(decision), order, most_moves)
            state.follow([move.item for move in known.steps])
        else:
            blocked = tuple(state.blocked_move(i) for i in sorted(state.left))
            proven = known is not None and known.proven and len(known.blocked) == len(blocked)
    return WavePlan(
        tuple(state.waves),
        blocked,
        proven,
        state.detours,
        tuple(instance.sites[j].name for j in state.emptied if j not in state.parking),
        tuple(instance.sites[j].name for j in sorted(state.parking)),
        state.lenient,
        _saving(instance, state.machine),
        tuple(instance.notes or ()),
    )


def _saving(instance: Consolidation, machine: IntArray) -> float | None:
    """Return how much less the machines in use cost; None where one has no price."""
    if any(site.price is None for site in instance.sites):
        return None
    price = np.array([site.price for site in instance.sites], dtype=float)
    before = np.bincount(instance.home[instance.home >= 0], minlength=len(price)) > 0
    after = np.bincount(machine[machine >= 0], minlength=len(price)) > 0
    return round(float(price[before | instance.kept].sum() - price[after | instance.kept].sum()), 9)


@dataclass
class _Made:
    """The moves of a wave in the making, with their origins and targets."""

    moves: list[tuple[int, int, int]] = field(default_factory=list)
    used: dict[int, int] = field(default_factory=dict)  # budget -> moves of its items


class _State:
    """The assignment between waves, and the moves that are left."""

    def __init__(
        self, instance: Consolidation, target: IntArray, order: Order, most_moves: int | None
    ) -> None:
        self.instance, self.target, self.order = instance, target.copy(), order
        self.book = instance.rule_book
        self.machine = instance.home.copy()
        self.counts = counts_of(self.book, self.machine)
        self.load = np.zeros_like(instance.usable)
        running = self.machine >= 0
        np.add.at(self.load, self.machine[running], instance.demand[running])
        self.left = set(np.flatnonzero(target != instance.home).tolist())
        before = np.bincount(self.machine[running], minlength=len(self.load)) > 0
        after = np.bincount(target, minlength=len(self.load)) > 0
        self.emptied = np.flatnonzero(before & ~after).tolist()
        self.waves: list[Wave] = []
        self.detours, self.made, self.spent, self.lenient = 0, 0, 0, 0
        self.most_moves = most_moves
        self.alike = {i: group for group in kinds_of(instance, self.book) for i in group}
        self.stopped: set[int] = set()
        self.parking: set[int] = set()
        self.budgets: dict[int, list[int]] = {}
        self.limits: list[int] = []
        number = {item.name: i for i, item in enumerate(instance.items)}
        for rule in instance.rules or ():
            if rule.kind == "at_once":
                for name in rule.items:
                    self.budgets.setdefault(number[name], []).append(len(self.limits))
                self.limits.append(rule.most)

    def _moves_by_rank(self) -> list[int]:
        """Return the moves that are left, those that free a machine soonest first."""
        leaving = np.zeros(len(self.load), dtype=np.int64)
        for i in self.left:
            if self.machine[i] >= 0:
                leaving[self.machine[i]] += 1
        goal = np.isin(np.arange(len(leaving)), self.emptied)

        def rank(i: int) -> tuple[int, int, int, int]:
            j = int(self.machine[i])
            frees = j >= 0 and bool(goal[j])
            return (0 if frees else 1, int(leaving[j]) if j >= 0 else 0, j, i)

        return sorted(self.left, key=rank)

    def _largest(self, ranked: list[int]) -> list[int]:
        """Return requests, if any are left, else the items of the largest size that is left."""
        size = (self.instance.demand / self.instance.usable.max(axis=0).clip(1)).max(axis=1)
        size[self.machine < 0] = np.inf
        most = max(size[i] for i in ranked)
        return [i for i in ranked if size[i] == most]

    def wave(self) -> _Made | None:
        """Make the moves of the next wave; None where there is none, not even by a detour."""
        moves = _Made()
        pressed = _Pressed(self)
        ranked = self._moves_by_rank()
        if self.order == "largest-first":
            ranked = self._largest(ranked)
        for i in ranked:
            if self._joins(i, int(self.target[i]), moves, pressed) and self.order == "drain":
                first = self.instance.home[moves.moves[0][0]]
                rest = [k for k in ranked if self.instance.home[k] == first and k in self.left]
                for k in rest:
                    self._joins(k, int(self.target[k]), moves, pressed)
                break
        if not moves.moves:  # Kubernetes looks at a rule only where a pod comes
            self.lenient += sum(
                self._joins(i, int(self.target[i]), moves, pressed, looks_back=False)
                for i in ranked
            )
        if not moves.moves:
            self._exchange(ranked, moves, pressed)
        if not moves.moves:
            self._detour(moves, pressed)
        return moves if moves.moves else None

    def _joins(
        self, i: int, j: int, moves: _Made, pressed: _Pressed, *, looks_back: bool = True
    ) -> bool:
        """Make a move in this wave if it fits beside all that comes, and breaks no rule.

        Without ``looks_back`` items that stay may lack a rule until their mates have followed.
        """
        origin = int(self.machine[i])
        budgets = self.budgets.get(i, ()) if origin >= 0 else ()
        if any(moves.used.get(b, 0) >= self.limits[b] for b in budgets):
            return False
        if not pressed.takes(i, j) or not may_enter(self.book, self.counts, i, origin, j):
            return False
        self._shift(i, j)
        if looks_back and not all_hold(self.book, self.counts, self.machine, np.array([i])):
            self._shift(i, origin)
            return False
        pressed.add(i, j)
        for b in budgets:
            moves.used[b] = moves.used.get(b, 0) + 1
        moves.moves.append((i, origin, j))
        if j == self.target[i]:
            self.left.discard(i)
        return True

    def _shift(self, i: int, j: int) -> None:
        origin = int(self.machine[i])
        shift(self.book, self.counts, i, origin, j)
        if origin >= 0:
            self.load[origin] -= self.instance.demand[i]
        if j >= 0:
            self.load[j] += self.instance.demand[i]
        self.machine[i] = j

    def _exchange(self, ranked: list[int], made: _Made, pressed: _Pressed) -> None:
        """Let items that nothing tells apart take each other's target."""
        for i in ranked:
            for k in self.alike.get(i, ()) if i in self.left else ():
                if k == i or k not in self.left or self.target[k] == self.target[i]:
                    continue
                mine, other = int(self.target[i]), int(self.target[k])
                if int(self.machine[i]) == other:
                    continue
                self.target[i], self.target[k] = other, mine
                if self._joins(i, other, made, pressed):
                    if self.machine[k] == mine:
                        self.left.discard(k)
                    break
                self.target[i], self.target[k] = mine, other

    def _detour(self, made: _Made, pressed: _Pressed) -> None:
        """Let an item that holds up others stop on a third machine, once.

        Best is a machine that stays in use and waits for nobody; a machine that is to become free
        does as well, but has to stay open until the end.
        """
        masks, row_of = self.instance.masks
        wanted = {int(self.target[i]) for i in self.left}
        room = self.instance.usable - self.load
        emptied = set(self.emptied)
        waiting = [i for i in self.left if int(self.machine[i]) in wanted and i not in self.stopped]
        for i in sorted(waiting, key=lambda k: (-int(self.instance.demand[k].max()), k)):
            if self.detours >= _DETOURS or not self._affordable(i):
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
                if self._joins(i, j, made, pressed):
                    self.detours += 1
                    self.stopped.add(i)
                    if j in emptied:
                        self._reopen(j)
                    return

    def _reopen(self, j: int) -> None:
        """Let a machine that is to become free take stops; it is free only when these are over."""
        self.parking.add(j)
        name = self.instance.sites[j].name
        self.waves = [
            Wave(wave.moves, tuple(machine for machine in wave.freed if machine != name))
            for wave in self.waves
        ]

    def _affordable(self, i: int) -> bool:
        """Return whether one move more is within the limits."""
        moves = self.made + len(self.left) + 1
        if self.most_moves is not None and moves > self.most_moves:
            return False
        if self.instance.migration_budget is None:
            return True
        cost = self.instance.cost
        still = sum(int(cost[k]) for k in self.left)
        return self.spent + still + int(cost[i]) <= self.instance.budget

    def close(self, moves: _Made) -> None:
        """End a wave."""
        self.made += len(moves.moves)
        self.spent += sum(int(self.instance.cost[i]) for i, _, _ in moves.moves)
        number = np.bincount(self.machine[self.machine >= 0], minlength=len(self.load))
        known = {name for wave in self.waves for name in wave.freed}
        waited = {int(self.target[i]) for i in self.left} | (self.parking if self.left else set())
        freed = [
            self.instance.sites[j].name for j in self.emptied if number[j] == 0 and j not in waited
        ]
        self.waves.append(
            Wave(
                tuple(self._move(*move) for move in moves.moves),
                tuple(name for name in freed if name not in known),
            )
        )

    def follow(self, names: list[str]) -> None:
        """Make waves of moves in a known order."""
        number = {item.name: i for i, item in enumerate(self.instance.items)}
        moves, pressed = _Made(), _Pressed(self)
        for i in (number[name] for name in names):
            if not self._joins(i, int(self.target[i]), moves, pressed):
                self.close(moves)
                moves, pressed = _Made(), _Pressed(self)
                self._joins(i, int(self.target[i]), moves, pressed)
        if moves.moves:
            self.close(moves)

    def _move(self, i: int, origin: int, target: int) -> Move:
        item, sites = self.instance.items[i], self.instance.sites
        start = None if origin < 0 else sites[origin].name
        return Move(
            item.name, start, sites[target].name, 0.0 if start is None else item.migration_cost
        )

    def blocked_move(self, i: int) -> Blocked:
        """Return a move that nothing makes possible, and the items that leave its target."""
        j = int(self.target[i])
        waits = [self.instance.items[k].name for k in sorted(self.left) if self.machine[k] == j]
        return Blocked(self._move(i, int(self.machine[i]), j), tuple(waits))


class _Pressed:
    """A wave at its worst: all that comes has come, and nothing has left."""

    def __init__(self, state: _State) -> None:
        self.state = state
        self.load = state.load.copy()
        self.counts = RuleCounts(*(count.copy() for count in state.counts))

    def takes(self, i: int, j: int) -> bool:
        """Return whether an item fits on a machine, and may be there by what keeps items apart."""
        need = self.state.instance.demand[i]
        fits = ((need == 0) | (self.load[j] + need <= self.state.instance.usable[j])).all()
        return bool(fits) and self._apart(i, j)

    def _apart(self, i: int, j: int) -> bool:
        book, origin = self.state.book, int(self.state.machine[i])
        if not takes(book.devices, self.counts.shares, i, j):
            return False
        for k in range(book.start[i], book.start[i + 1]):
            r = book.rule[k]
            d = book.domain[book.level[r], j]
            if d < 0 or book.kind[r] > 1:  # with and spread are judged move by move
                continue
            at = book.offset[r] + d
            own = origin >= 0 and book.domain[book.level[r], origin] == d
            if book.kind[r] == 0 and self.counts.mine[at] - own + 1 > book.most[r]:
                return False
            against = self.counts.others if book.role[k] == 0 else self.counts.mine
            if book.kind[r] == 1 and against[at] > 0:
                return False
        return True

    def add(self, i: int, j: int) -> None:
        """Let an item come; it stays where it was as well."""
        self.load[j] += self.state.instance.demand[i]
        shift(self.state.book, self.counts, i, -1, j)
