"""An order for the moves of a `consolidation` decision in which no machine is ever overfull.

Moves are made one after the other, each from where an item runs now straight to where it ends.  An
item moves only where the machine has room for it at that moment, in every resource that it needs.
Where machines are overfull at the start they may stay so until enough has left them, but nothing
is added to a resource that has too little.

Two facts keep the search short.  Where all that is still to come to a machine fits beside what is
on it, it may come at once: nothing can be lost by it.  And moves that share no machine, directly
or over others, do not concern each other.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....instances.consolidation import Consolidation

MOST_STATES = 2_000  # tried after the first dead end


@dataclass(frozen=True)
class Move:
    """An item, its machine now (none if it is new), its next machine, and the cost of the move."""

    item: str
    origin: str | None
    target: str
    cost: float


@dataclass(frozen=True)
class Blocked:
    """A move for which there is no room before one of other items has left its target."""

    move: Move
    waits_for: tuple[str, ...]


@dataclass(frozen=True)
class MovePlan:
    """Moves in an order that works, and those that block each other.

    ``proven`` says that every order was tried where moves are blocked, or none is.
    """

    steps: tuple[Move, ...]
    blocked: tuple[Blocked, ...]
    proven: bool

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
            "steps": [vars(move) for move in self.steps],
            "blocked": [
                {**vars(blocked.move), "waits_for": list(blocked.waits_for)}
                for blocked in self.blocked
            ],
        }


def move_plan(
    instance: Consolidation, decision: dict[str, dict[str, str]], *, most_states: int = MOST_STATES
) -> MovePlan:
    """Return the plan for a decision that the checker accepts."""
    cluster = _Cluster(instance, decision)
    cluster.settle(set(cluster.target.values()))
    blocked: list[int] = []
    proven = True
    for moves in cluster.groups():
        left, tried_all = _search(cluster, moves, most_states)
        blocked += left
        proven &= not left or tried_all
    return MovePlan(
        tuple(cluster.move(i) for i in cluster.done),
        tuple(Blocked(cluster.move(i), cluster.leaving(i)) for i in blocked),
        proven,
    )


class _Cluster:
    """Loads between the moves, the moves that are left, and those that were made."""

    def __init__(self, instance: Consolidation, decision: dict[str, dict[str, str]]) -> None:
        self.instance = instance
        after = instance.numbers(decision)
        moving = np.flatnonzero(after != instance.home).tolist()
        self.target = {i: int(after[i]) for i in moving}
        self.origin = {i: int(instance.home[i]) for i in moving}
        self.load = np.zeros_like(instance.usable)
        running = instance.home >= 0
        np.add.at(self.load, instance.home[running], instance.demand[running])
        self.coming = np.zeros_like(self.load)
        self.into: dict[int, set[int]] = defaultdict(set)
        self.out_of: dict[int, set[int]] = defaultdict(set)
        self.done: list[int] = []
        for i in moving:
            self._wait(i)

    def _wait(self, i: int) -> None:
        self.into[self.target[i]].add(i)
        self.out_of[self.origin[i]].add(i)
        self.coming[self.target[i]] += self.instance.demand[i]

    def make(self, i: int) -> None:
        """Make a move."""
        self.into[self.target[i]].discard(i)
        self.out_of[self.origin[i]].discard(i)
        self.coming[self.target[i]] -= self.instance.demand[i]
        self._shift(i, 1)
        self.done.append(i)

    def undo(self, count: int) -> None:
        """Take moves back until ``count`` are made."""
        while len(self.done) > count:
            i = self.done.pop()
            self._shift(i, -1)
            self._wait(i)

    def _shift(self, i: int, sign: int) -> None:
        self.load[self.target[i]] += sign * self.instance.demand[i]
        if self.origin[i] >= 0:
            self.load[self.origin[i]] -= sign * self.instance.demand[i]

    def _room(self, j: int, more: np.ndarray) -> bool:
        return bool(((more == 0) | (self.load[j] + more <= self.instance.usable[j])).all())

    def fits(self, i: int) -> bool:
        """Return whether there is room for a move now."""
        return self._room(self.target[i], self.instance.demand[i])

    def settle(self, machines: Iterable[int]) -> None:
        """Make all moves to machines on which everything still to come fits at once."""
        open_ones = sorted(machines, reverse=True)
        while open_ones:
            j = open_ones.pop()
            if self.into[j] and self._room(j, self.coming[j]):
                for i in sorted(self.into[j]):
                    self.make(i)
                    if self.origin[i] >= 0:
                        open_ones.append(self.origin[i])

    def groups(self) -> list[list[int]]:
        """Return the moves left, grouped by the machines that they share."""
        group: dict[int, int] = {}

        def root(j: int) -> int:
            while group.setdefault(j, j) != j:
                group[j] = j = group[group[j]]
            return j

        left = sorted(i for moves in self.into.values() for i in moves)
        for i in left:
            if self.origin[i] >= 0:
                group[root(self.origin[i])] = root(self.target[i])
        members: dict[int, list[int]] = defaultdict(list)
        for i in left:
            members[root(self.target[i])].append(i)
        return list(members.values())

    def choices(self, known: list[int], touched: set[int]) -> list[int]:
        """Return the moves that can be made now, last those that make room for others.

        They are those known of machines that were not touched since, and what fits on the others.
        """
        able = [i for i in known if self.target[i] not in touched]
        able += [i for j in touched for i in self.into.get(j, ()) if self.fits(i)]
        return sorted(able, key=lambda i: (self._count_waiting(self.origin[i]), -i))

    def _count_waiting(self, j: int) -> int:
        return len(self.into.get(j, ()))

    def machines_changed_by(self, moves: list[int]) -> set[int]:
        """Return the machines that some moves change."""
        machines = {self.origin[i] for i in moves} | {self.target[i] for i in moves}
        return machines - {-1}

    def not_made(self, moves: list[int]) -> list[int]:
        """Return which of the moves are not made."""
        return [i for i in moves if i in self.into[self.target[i]]]

    def move(self, i: int) -> Move:
        """Return a move by its names."""
        item, machines = self.instance.items[i], self.instance.machines
        origin = None if self.origin[i] < 0 else machines[self.origin[i]].name
        cost = 0.0 if origin is None else item.migration_cost
        return Move(item.name, origin, machines[self.target[i]].name, cost)

    def leaving(self, i: int) -> tuple[str, ...]:
        """Return the items that are still to leave the target of a move."""
        names = (self.instance.items[k].name for k in sorted(self.out_of[self.target[i]]))
        return tuple(names)


def _search(cluster: _Cluster, moves: list[int], most_states: int) -> tuple[list[int], bool]:
    """Make the moves of a group in an order that works; else as many as can be made.

    Return the moves that are left, and whether every order was tried.
    """
    begun, bit = len(cluster.done), {i: 1 << k for k, i in enumerate(moves)}
    first = cluster.choices([], {cluster.target[i] for i in moves})
    stack = [(begun, 0, first, list(first))]
    seen: set[int] = set()
    best, spent, at_an_end = list[int](), 0, False
    while stack and spent < most_states:
        count, moved, able, choices = stack[-1]
        cluster.undo(count)
        if not choices:
            at_an_end = True
            stack.pop()
            continue
        i = choices.pop()
        cluster.make(i)
        cluster.settle([cluster.origin[i]] if cluster.origin[i] >= 0 else [])
        new = cluster.done[count:]
        moved |= sum(bit[k] for k in new)
        if moved in seen:
            continue
        seen.add(moved)
        spent += at_an_end
        if len(cluster.done) - begun > len(best):
            best = cluster.done[begun:]
        if len(best) == len(moves):
            return [], True
        able = cluster.choices(able, cluster.machines_changed_by(new))
        stack.append((len(cluster.done), moved, able, list(able)))
    cluster.undo(begun)
    for i in best:
        cluster.make(i)
    return cluster.not_made(moves), not stack
