"""The state of a search for waves: positions of items, remaining moves, and waves so far."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from optgap.consolidation import Consolidation, RuleCounts, counts_of, kinds_of, shift, takes
from optgap.problem import IntArray
from optgap.reports import HtmlTable, ShortDisplay

from .move_plan import Blocked, Move

HOURS = 730  # hours of a month in the price lists of clouds
STEPS_AT_ONCE = 5  # number of steps of a wave that a script runs in parallel


@dataclass(frozen=True)
class Wave:
    """Moves that may happen in parallel, and the machines that are free after them."""

    moves: tuple[Move, ...]
    freed: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class WavePlan(ShortDisplay):
    """The waves of moves, the blocked moves, and the freed machines and saved price.

    ``proven``: no move is blocked, or all orders were tried.
    """

    waves: tuple[Wave, ...]
    blocked: tuple[Blocked, ...]
    proven: bool
    detours: int
    cordoned: tuple[str, ...]  # machines to be freed that are closed from the beginning
    parking: tuple[str, ...]  # machines to be freed that take stops until then
    lenient: int  # moves after which an item that stays lacks a rule until others have followed
    saved: float | None  # price per hour, where machines have prices
    notes: tuple[str, ...] = ()
    left_out: int = 0  # moves of the solution that gain nothing

    @property
    def steps(self) -> tuple[Move, ...]:
        """All moves, in order."""
        return tuple(move for wave in self.waves for move in wave.moves)

    @property
    def freed(self) -> tuple[str, ...]:
        """The machines that become free, in order."""
        return tuple(name for wave in self.waves for name in wave.freed)

    @property
    def cost(self) -> float:
        """The total cost of all moves."""
        return sum(move.cost for move in self.steps)

    def _facts(self) -> Mapping[str, Any]:
        return {
            "moves": f"{len(self.steps)} in {len(self.waves)} waves",
            "machines freed": f"{len(self.freed)}",
            "blocked moves": len(self.blocked) or None,
            "saved per hour": None if self.saved is None else f"{self.saved:.6g}",
            "notes": "; ".join(self.notes),
        }

    def _tables(self) -> Iterator[HtmlTable]:
        rows = [
            (number, len(wave.moves), ", ".join(move.item for move in wave.moves[:5]),
             ", ".join(wave.freed))
            for number, wave in enumerate(self.waves, start=1)
        ]  # fmt: skip
        if rows:
            yield HtmlTable(("wave", "moves", "first items", "machines freed"), rows)

    def as_document(self) -> dict[str, Any]:
        """Return the plan as a JSON document."""
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
            "saved_per_month": None if self.saved is None else round(HOURS * self.saved, 6),
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


Order: TypeAlias = Literal["waves", "drain", "largest-first", "targets"]


@dataclass
class WaveMoves:
    """The moves of an unfinished wave, as (item, origin, target), and the use of budgets."""

    moves: list[tuple[int, int, int]] = field(default_factory=list)
    used: dict[int, int] = field(default_factory=dict)  # budget -> moves of its items


class WaveState:
    """The state between two waves: the assignment, the remaining moves, and finished waves."""

    def __init__(
        self, instance: Consolidation, target: IntArray, order: Order, most_moves: int | None
    ) -> None:
        self.instance, self.target, self.order = instance, target.copy(), order
        self.book = instance.rule_book
        self.machine = instance.home.copy()
        self.counts = counts_of(self.book, self.machine)
        self.load = instance.loads(instance.home)
        self.left = set(np.flatnonzero(target != instance.home).tolist())
        after = np.bincount(target, minlength=len(self.load)) > 0
        self.emptied = np.flatnonzero(instance.occupied & ~after).tolist()
        self.waves: list[Wave] = []
        self.detours, self.made, self.spent, self.lenient = 0, 0, 0, 0
        self.most_moves = most_moves
        kinds = kinds_of(instance, self.book, budgets=True).members()
        self.alike = {i: group for group in kinds for i in group if len(group) > 1}
        self.stopped: set[int] = set()
        self.parking: set[int] = set()
        self.budgets: dict[int, list[int]] = {}
        self.limits: list[int] = []
        for rule in instance.rules or ():
            if rule.kind == "at_once":
                for i in map(instance.item_numbers.__getitem__, rule.items):
                    self.budgets.setdefault(i, []).append(len(self.limits))
                self.limits.append(rule.most)

    def moves_by_rank(self) -> list[int]:
        """Return the remaining moves, first those off machines to be freed, fewest moves first."""
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

    def largest(self, ranked: list[int]) -> list[int]:
        """Return the pending items in ``ranked``; if none is pending, the items of largest size."""
        size = (self.instance.demand / self.instance.usable.max(axis=0).clip(1)).max(axis=1)
        size[self.machine < 0] = np.inf
        most = max(size[i] for i in ranked)
        return [i for i in ranked if size[i] == most]

    def place(self, i: int, j: int) -> None:
        """Move an item to another machine, and update the loads."""
        origin = int(self.machine[i])
        shift(self.book, self.counts, i, origin, j)
        if origin >= 0:
            self.load[origin] -= self.instance.demand[i]
        if j >= 0:
            self.load[j] += self.instance.demand[i]
        self.machine[i] = j

    def reopen(self, j: int) -> None:
        """Allow stops on a machine to be freed; it becomes free only after the last stop."""
        self.parking.add(j)
        name = self.instance.sites[j].name
        self.waves = [
            Wave(wave.moves, tuple(machine for machine in wave.freed if machine != name))
            for wave in self.waves
        ]

    def is_affordable(self, i: int) -> bool:
        """Return whether one more move of item i respects the limits on moves and on their cost."""
        moves = self.made + len(self.left) + 1
        if self.most_moves is not None and moves > self.most_moves:
            return False
        if self.instance.migration_budget is None:
            return True
        cost = self.instance.cost
        still = sum(int(cost[k]) for k in self.left)
        return self.spent + still + int(cost[i]) <= self.instance.budget

    def close(self, moves: WaveMoves) -> None:
        """Complete a wave, and record the machines that it frees."""
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

    def _move(self, i: int, origin: int, target: int) -> Move:
        item, sites = self.instance.items[i], self.instance.sites
        start = None if origin < 0 else sites[origin].name
        return Move(
            item.name, start, sites[target].name, 0.0 if start is None else item.migration_cost
        )

    def blocked_move(self, i: int) -> Blocked:
        """Return the blocked move of item i, with the items that would have to leave its target."""
        j = int(self.target[i])
        waits = [self.instance.items[k].name for k in sorted(self.left) if self.machine[k] == j]
        return Blocked(self._move(i, int(self.machine[i]), j), tuple(waits))


class WaveAtWorst:
    """The loads in the worst case within a wave: all its items have arrived, and none has left."""

    def __init__(self, state: WaveState) -> None:
        self.state = state
        self.load = state.load.copy()
        self.counts = RuleCounts(*(count.copy() for count in state.counts))

    def takes(self, i: int, j: int) -> bool:
        """Return whether an item fits on a machine in the worst case, and rules allow it there."""
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
        """Add an item to a machine; in the worst case its former machine still holds it."""
        self.load[j] += self.state.instance.demand[i]
        shift(self.state.book, self.counts, i, -1, j)
