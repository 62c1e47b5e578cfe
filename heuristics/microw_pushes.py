"""The digraph of nodes and PEs, and pushes along its shortest paths (SODA 5.4.3, Figures 15, 16).

A push moves mips along a path: the first PE gains on the first node, PEs in between move from node
to node, the last PE loses on the last node.  A dummy PE, here -1, owns what no PE uses.
"""

from __future__ import annotations

import math
from collections import deque

from ..instances.arrays import FloatArray
from ..instances.microw import MicroW

DUMMY = -1
_LEAST = 1e-9  # mips; what is less is rounding

Step = tuple[int, int]  # a share and whether it gains (1) or loses (-1)


class Pushes:
    """Mips per share, kept legal, and the digraph that follows from them."""

    def __init__(self, instance: MicroW, mips: FloatArray) -> None:
        shares = instance.shares
        power = [node.mips for node in instance.nodes]
        self.instance = instance
        self.amount: list[float] = mips.tolist()
        self.pe = [share.pe for share in shares]
        self.node = [share.node for share in shares]
        self.power = [power[share.node] for share in shares]
        self.before = [share.before * power[share.node] for share in shares]
        self.low = [share.least * power[share.node] for share in shares]
        self.high = [share.most * power[share.node] for share in shares]
        self.missing = [pe.goal for pe in instance.pes]
        self.idle = list(power)
        self.of_pe: list[list[int]] = [[] for _ in instance.pes]
        self.of_node: list[list[int]] = [[] for _ in power]
        self.changed = [0] * len(power)
        self.pe_change = [0.0] * len(instance.pes)
        self.change = 0.0
        self.touched = 0
        for k, share in enumerate(shares):
            self.missing[share.pe] -= self.amount[k]
            self.idle[share.node] -= self.amount[k]
            self.changed[share.node] += self._differs(k, self.amount[k])
            self.pe_change[share.pe] += abs(self.amount[k] - self.before[k])
            # (52) holds on the way as well, which the paper's inner arcs do not ask for
            if not share.fixed:
                self.of_pe[share.pe].append(k)
                self.of_node[share.node].append(k)
        self._count()

    def _count(self) -> None:
        self.change = math.fsum(self.pe_change)
        self.touched = sum(1 for count in self.changed if count)

    @property
    def objective(self) -> float:
        """What the PEs miss of their goals, all together."""
        return math.fsum(map(abs, self.missing))

    def _differs(self, k: int, amount: float) -> bool:
        return abs(amount - self.before[k]) > _LEAST * self.power[k]

    def under_allocated(self) -> list[int]:
        """Return the PEs that are short of their goals, the worst first; the dummy last."""
        found = [p for p, mips in enumerate(self.missing) if mips > _LEAST]
        return [*sorted(found, key=lambda p: -self.missing[p]), DUMMY]

    def over_allocated(self) -> list[int]:
        """Return the PEs that are beyond their goals, the worst first."""
        found = [p for p, mips in enumerate(self.missing) if mips < -_LEAST]
        return sorted(found, key=lambda p: self.missing[p])

    def push_from(self, source: int) -> bool:
        """Push along a shortest path from a PE to an over-allocated one or unused capacity."""
        sinks = self.over_allocated()
        if source != DUMMY:
            sinks.append(DUMMY)
        reached = self._breadth_first(source) if sinks else {}
        for sink in sinks:
            path, amount = self._path(reached, source, sink)
            if path:
                amount = self._within_limits(path, amount)
                if amount > _LEAST:
                    self._push(path, amount)
                    return True
        return False

    def _breadth_first(self, source: int) -> dict[int, tuple[Step, ...]]:
        """Return for each node that is reached the steps of a shortest path to it."""
        if source == DUMMY:
            reached: dict[int, tuple[Step, ...]] = dict.fromkeys(range(len(self.idle)), ())
            return reached
        reached = {}
        for k in self.of_pe[source]:
            if self.high[k] - self.amount[k] > _LEAST:
                reached[self.node[k]] = ((k, 1),)
        queue = deque(reached)
        moved = {source}  # a PE reaches all its nodes at its first move
        while queue:
            n = queue.popleft()
            for k in self.of_node[n]:
                if self.pe[k] in moved or self.amount[k] - self.low[k] <= _LEAST:
                    continue
                moved.add(self.pe[k])
                for other in self.of_pe[self.pe[k]]:
                    target = self.node[other]
                    if target not in reached and self.high[other] - self.amount[other] > _LEAST:
                        reached[target] = (*reached[n], (k, -1), (other, 1))
                        queue.append(target)
        return reached

    def _path(
        self, reached: dict[int, tuple[Step, ...]], source: int, sink: int
    ) -> tuple[tuple[Step, ...], float]:
        """Return the shortest path to a sink with the mips that its ends and arcs let through."""
        ends: list[tuple[int, tuple[Step, ...], float]] = []
        if sink == DUMMY:
            for n, steps in reached.items():
                if self.idle[n] > _LEAST:
                    ends.append((len(steps), steps, self.idle[n]))
        else:
            for k in self.of_pe[sink]:
                if self.node[k] in reached and self.amount[k] - self.low[k] > _LEAST:
                    steps = (*reached[self.node[k]], (k, -1))
                    ends.append((len(steps), steps, -self.missing[sink]))
        if not ends:
            return (), 0.0
        _, steps, width = min(ends, key=lambda end: end[0])
        if source != DUMMY:
            width = min(width, self.missing[source])
        for k, sign in steps:
            room = self.high[k] - self.amount[k] if sign > 0 else self.amount[k] - self.low[k]
            width = min(width, room)
        return steps, width

    def _within_limits(self, path: tuple[Step, ...], amount: float) -> float:
        """Return the most mips up to an amount that keep (47)-(51) on the whole path."""
        total = self.instance.max_total_change
        if total is not None:
            amount = self._within_change(path, amount, total - self.change)
        if amount <= _LEAST:
            return 0.0
        for p in {self.pe[k] for k, _ in path}:
            limit = self.instance.pes[p].max_change
            if limit is not None:
                own = tuple(step for step in path if self.pe[step[0]] == p)
                amount = self._within_change(own, amount, limit - self.pe_change[p])
        amount = self._within_ranges(path, amount)
        most = self.instance.max_touched_nodes
        if most is not None and self._touched_after(path, amount) > most:
            return 0.0
        return amount

    def _within_change(self, path: tuple[Step, ...], amount: float, room: float) -> float:
        """Return the most mips for which the changes on the path grow by no more than ``room``.

        The growth is convex and piecewise linear in the mips; it bends where a share passes
        what it had before.
        """
        toward: list[float] = [sign * (self.before[k] - self.amount[k]) for k, sign in path]
        bends = [*sorted(bend for bend in toward if 0 < bend < amount), amount]
        at, grown = 0.0, 0.0
        for bend in bends:
            slope = sum(1 if at >= back else -1 for back in toward)
            if slope > 0 and grown + slope * (bend - at) > room:
                return min(bend, at + max(0.0, room - grown) / slope)
            grown += slope * (bend - at)
            at = bend
        return amount

    def _within_ranges(self, path: tuple[Step, ...], amount: float) -> float:
        """Return the most mips up to an amount that leave every share of the path legal."""
        shrunk = True
        while shrunk and amount > _LEAST:
            shrunk = False
            for k, sign in path:
                legal = self._legal_move(k, sign, amount)
                if legal < amount:
                    amount, shrunk = legal, True
        return amount

    def _legal_move(self, k: int, sign: int, amount: float) -> float:
        """Return the longest move of a share up to an amount that ends in a legal range."""
        best, target = 0.0, self.amount[k] + sign * amount
        for low, high in self.instance.shares[k].ranges:
            low, high = low * self.power[k], high * self.power[k]
            if low - _LEAST <= target <= high + _LEAST:
                return amount
            end = high if sign > 0 else low
            move = sign * (end - self.amount[k])
            if best < move < amount:
                best = move
        return best

    def _touched_after(self, path: tuple[Step, ...], amount: float) -> int:
        changed = {self.node[k]: self.changed[self.node[k]] for k, _ in path}
        touched = self.touched - sum(1 for count in changed.values() if count)
        for k, sign in path:
            after = self._differs(k, self.amount[k] + sign * amount)
            changed[self.node[k]] += after - self._differs(k, self.amount[k])
        return touched + sum(1 for count in changed.values() if count)

    def _push(self, path: tuple[Step, ...], amount: float) -> None:
        for k, sign in path:
            p, n, old = self.pe[k], self.node[k], self.amount[k]
            new = old + sign * amount
            self.amount[k] = new
            self.missing[p] -= sign * amount
            self.idle[n] -= sign * amount
            self.changed[n] += self._differs(k, new) - self._differs(k, old)
            self.pe_change[p] += abs(new - self.before[k]) - abs(old - self.before[k])
        self._count()
