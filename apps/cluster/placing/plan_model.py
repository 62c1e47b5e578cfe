"""An integer program of the pods that leave and arrive: conditions that each plan must meet.

The pods that leave are all gone before the first one arrives, and the new pods arrive last.  From
then on pods are only added.  So the room of nodes, the anti-affinity and host ports of arriving
pods, and their mandatory spreads must hold in the end; the required affinity of the new pods, too.
These conditions are necessary, so that the bound of the program is a bound on all plans; a replay
with the filters of the simulation decides whether a plan is possible.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from .cluster import PlacingCluster
from .verdicts import is_first, numbers_of

_LARGEST = 2**53


class PlanModel:
    """The program of a cluster: columns count the new pods by node, and moving pods by kind.

    ``mobile`` are the pods that may be evicted, and ``i`` is one of the new pods, which are alike.
    """

    def __init__(self, cluster: PlacingCluster, i: int, mobile: Iterable[int] = ()) -> None:
        self.cluster, self.arrays, self.state = cluster, cluster.arrays, cluster.state()
        self.program = cp_model.CpModel()
        self.groups: dict[tuple[Hashable, int], list[int]] = defaultdict(list)  # by kind and home
        self.like: dict[Hashable, int] = {"new": i}  # a pod of each kind
        number: dict[Hashable, int] = {"new": _LARGEST}
        for k in mobile:
            kind = self._kind(k)
            self.like.setdefault(kind, k)
            number[kind] = number.get(kind, 0) + 1
            self.groups[kind, int(self.arrays.home[k])].append(k)
        self.leave = {
            key: self.program.new_int_var(0, len(pods), "") for key, pods in self.groups.items()
        }
        self.arrive = {
            kind: {j: self.program.new_int_var(0, m, "") for j, m in self._nodes(kind, most)}
            for kind, most in number.items()
        }
        self.joins = {
            kind: {*numbers_of(self.arrays.terms.joins, k)} for kind, k in self.like.items()
        }
        self.bound_kinds: set[Hashable] = set()
        gone: dict[Hashable, Any] = defaultdict(int)
        for (kind, _), leave in self.leave.items():
            gone[kind] += leave
        for kind, leave in gone.items():
            self.program.add(sum(self.arrive[kind].values()) == leave)
        for limit in cluster.limits:
            parts = [(self.leave[key], pods) for key, pods in self.groups.items()]
            concerned = [leave for leave, pods in parts if limit.pods.issuperset(pods)]
            self.program.add(sum(concerned) <= limit.at_most)
        self._fit()
        self.bind("new")

    def _kind(self, k: int) -> Hashable:
        """Return a key that is equal for pods that are alike to the scheduler and to budgets."""
        arrays, terms = self.arrays, self.arrays.terms
        lists = (terms.joins, terms.forbids, terms.requires, terms.hard)
        budgets = (k in limit.pods for limit in self.cluster.limits)
        return (
            int(arrays.row_of[k]),
            tuple(arrays.demand[k].tolist()),
            tuple(tuple(sorted(numbers_of(each, k))) for each in lists),
            tuple(budgets),
        )

    def _nodes(self, kind: Hashable, most: int) -> Iterable[tuple[int, int]]:
        """Yield the nodes on which pods of a kind are allowed, and their largest number there."""
        k, pin = self.like[kind], self.cluster.pin if kind == "new" else -1
        terms = self.arrays.terms
        keys = [int(terms.key[c]) for c in numbers_of(terms.requires, k)]
        keys += [int(terms.spread[row, 1]) for row in numbers_of(terms.hard, k)]
        asked = np.flatnonzero(self.arrays.demand[k])
        able = self.arrays.masks[self.arrays.row_of[k]] & (terms.label[keys] >= 0).all(axis=0)
        for j in np.flatnonzero(able).tolist():
            room = (self.arrays.usable[j, asked] // self.arrays.demand[k, asked]).min(initial=most)
            if room > 0 and pin in (-1, j):
                yield j, int(min(most, room))

    def _fit(self) -> None:
        """Add the room of each node: arriving pods fit into it after the others have left."""
        demand, there = self.arrays.demand.tolist(), defaultdict(list)
        for (kind, home), leave in self.leave.items():
            there[home].append((demand[self.like[kind]], leave))
        coming = [(demand[k], self.arrive[kind]) for kind, k in self.like.items()]
        for j, room in enumerate(self.state.room.tolist()):
            for r, free in enumerate(room):
                come = [asks[r] * some[j] for asks, some in coming if asks[r] > 0 and j in some]
                gone = sum(asks[r] * leave for asks, leave in there[j])
                if come:
                    fits = self.program.add(sum(come) <= free + gone)
                    if free < 0:  # an overfull node stays so unless a pod arrives
                        fits.only_enforce_if(self._any(come))

    def _any(self, columns: list[Any]) -> Any:
        """Return a binary column that is 1 if one of the columns is positive."""
        some = self.program.new_bool_var("")
        self.program.add(sum(columns) == 0).only_enforce_if(~some)
        return some

    def bind(self, kind: Hashable) -> None:
        """Add the conditions on the pods of a kind that concern other pods."""
        terms, k, program = self.arrays.terms, self.like[kind], self.program
        self.bound_kinds.add(kind)
        for c in numbers_of(terms.forbids, k):
            for nodes, here in self._domains(kind, int(terms.key[c])):
                count = self._count(c, nodes, int(terms.key[c]))
                most = 1 if c in self.joins[kind] else 0
                program.add(count <= most).only_enforce_if(self._any(here))
        is_alone = bool(terms.own_mate[k]) and is_first(self.cluster, self.state, k)
        for c in numbers_of(terms.requires, k):
            domains = self._domains(kind, int(terms.key[c]))
            if is_alone:
                program.add(sum(self._any(here) for _, here in domains) <= 1)
            for nodes, here in [] if is_alone or (self.groups and terms.own_mate[k]) else domains:
                mates = self._count(c, nodes, int(terms.key[c]), apart_from=kind)
                program.add(mates >= 1).only_enforce_if(self._any(here))
        for row in numbers_of(terms.hard, k):
            self._spread(kind, terms.spread[row].tolist())

    def _spread(self, kind: Hashable, row: list[int]) -> None:
        """Add a mandatory spread: the columns of ``row`` are those of the terms."""
        counter, key, skew, domains, _, _, affinity, eligible = row
        able = self.arrays.terms.eligible[eligible].copy()
        if affinity and kind == "new" and self.cluster.pin >= 0:
            able &= np.arange(len(able)) == self.cluster.pin
        label = self.arrays.terms.label[key]
        counted = sorted({int(d) for d in label[able] if d >= 0})
        count = {d: self._count(counter, np.flatnonzero(able & (label == d)), 0) for d in counted}
        least = self.program.new_int_var(0, 0 if len(counted) < domains else _LARGEST, "")
        for each in count.values():
            self.program.add(least <= each)
        for nodes, here in self._domains(kind, key):
            after = count.get(int(label[nodes[0]]), 0)
            self.program.add(after - least <= skew).only_enforce_if(self._any(here))

    def _domains(self, kind: Hashable, key: int) -> list[tuple[Any, list[Any]]]:
        """Return the nodes of each domain, and the columns of a kind's pods that arrive there."""
        label = self.arrays.terms.label[key]
        columns = defaultdict(list)
        for j, column in self.arrive[kind].items():
            if label[j] >= 0:
                columns[int(label[j])].append(column)
        return [(np.flatnonzero(label == d), here) for d, here in columns.items()]

    def _count(self, c: int, nodes: Any, key: int, apart_from: Hashable = None) -> Any:
        """Return the number of pods of a counter on the nodes of a domain, or on single nodes."""
        terms, among = self.arrays.terms, {*nodes.tolist()}
        cells = np.unique(terms.label[key][nodes]) + terms.offset[c]
        come = sum(
            column
            for kind, columns in self.arrive.items()
            if c in self.joins[kind] and kind != apart_from
            for j, column in columns.items()
            if j in among
        )
        gone = sum(
            self.leave[kind, home]
            for kind, home in self.groups
            if home in among and c in self.joins[kind]
        )
        return int(self.state.matching[cells].sum()) + come - gone
