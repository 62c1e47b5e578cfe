"""An order for the moves of a `consolidation` decision in which no machine is overfull.

Moves happen one after another, each directly from the item's present to its final machine.  An item
moves only when the machine has room for it in each resource that it needs.  Machines that are
overfull at the start may stay so until enough items have left them, but no item that needs a
lacking resource is added.

Two facts shorten the search.  If all items still to come to a machine fit on it together, they can
move immediately: this never makes an order impossible.  Groups of moves that share no machine,
directly or through other moves, are independent.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from optgap.consolidation import Consolidation

MOST_STATES = 2_000  # maximum number of states tried after the first dead end


@dataclass(frozen=True)
class Move:
    """A move: the item, its machine now (None if new), the next machine, and the move's cost."""

    item: str
    origin: str | None
    target: str
    cost: float


@dataclass(frozen=True)
class Blocked:
    """A move whose target has no room until one of the items in ``waits_for`` has left it."""

    move: Move
    waits_for: tuple[str, ...]


@dataclass(frozen=True)
class MovePlan:
    """The moves in a feasible order, and the moves that block each other.

    ``proven``: no move is blocked, or all orders were tried.
    """

    steps: tuple[Move, ...]
    blocked: tuple[Blocked, ...]
    proven: bool


def move_plan(
    instance: Consolidation, decision: dict[str, dict[str, str]], *, most_states: int = MOST_STATES
) -> MovePlan:
    """Return the order of the moves to a decision that the checker accepts."""
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
    """The loads of machines between moves, the remaining moves, and the moves made so far."""

    def __init__(self, instance: Consolidation, decision: dict[str, dict[str, str]]) -> None:
        self.instance = instance
        after = instance.numbers(decision)
        moving = np.flatnonzero(after != instance.home).tolist()
        self.target = {i: int(after[i]) for i in moving}
        self.origin = {i: int(instance.home[i]) for i in moving}
        self.load = instance.loads(instance.home)
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
        """Make the move of item i: update the loads, and record the move."""
        self.into[self.target[i]].discard(i)
        self.out_of[self.origin[i]].discard(i)
        self.coming[self.target[i]] -= self.instance.demand[i]
        self._shift(i, 1)
        self.done.append(i)

    def undo(self, count: int) -> None:
        """Undo the last moves until only ``count`` are made."""
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
        """Return whether the target of a move has room now."""
        return self._room(self.target[i], self.instance.demand[i])

    def settle(self, machines: Iterable[int]) -> None:
        """Make all moves to each of the machines that can hold all items still to come to it."""
        open_ones = sorted(machines, reverse=True)
        while open_ones:
            j = open_ones.pop()
            if self.into[j] and self._room(j, self.coming[j]):
                for i in sorted(self.into[j]):
                    self.make(i)
                    if self.origin[i] >= 0:
                        open_ones.append(self.origin[i])

    def groups(self) -> list[list[int]]:
        """Return the remaining moves in groups such that no two groups share a machine."""
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
        """Return the possible moves; those that make room for other moves are at the end.

        ``known`` are the moves that were possible before the loads of ``touched`` machines changed;
        only moves to these machines are tested again.
        """
        able = [i for i in known if self.target[i] not in touched]
        able += [i for j in touched for i in self.into.get(j, ()) if self.fits(i)]
        return sorted(able, key=lambda i: (len(self.into.get(self.origin[i], ())), -i))

    def machines_changed_by(self, moves: list[int]) -> set[int]:
        """Return the machines that some moves leave or enter."""
        machines = {self.origin[i] for i in moves} | {self.target[i] for i in moves}
        return machines - {-1}

    def move(self, i: int) -> Move:
        """Return a move with the names of its item and machines."""
        item, machines = self.instance.items[i], self.instance.machines
        origin = None if self.origin[i] < 0 else machines[self.origin[i]].name
        cost = 0.0 if origin is None else item.migration_cost
        return Move(item.name, origin, machines[self.target[i]].name, cost)

    def leaving(self, i: int) -> tuple[str, ...]:
        """Return the names of the items that have yet to leave the target of item i's move."""
        names = (self.instance.items[k].name for k in sorted(self.out_of[self.target[i]]))
        return tuple(names)


def _search(cluster: _Cluster, moves: list[int], most_states: int) -> tuple[list[int], bool]:
    """Make the moves of a group in a feasible order, or as many as possible.

    Return the moves that were not made, and whether all orders were tried.
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
    return [i for i in moves if i in cluster.into[cluster.target[i]]], not stack
