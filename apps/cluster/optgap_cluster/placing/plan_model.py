"""An integer program of the pods that leave and arrive: conditions that each plan must meet.

The pods that leave are all gone before the first one arrives, and the new pods arrive last.  From
then on pods are only added.  So the room of nodes, the anti-affinity and host ports of arriving
pods, and their mandatory spreads must hold in the end; the required affinity of the new pods, too.
These conditions are necessary, so that the bound of the program is a bound on all plans; a replay
with the filters of the simulation decides whether a plan is possible.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator
from time import monotonic
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from optgap.problem import IntArray

from .cluster import PlacingCluster
from .verdicts import numbers_of

_LARGEST = 2**53


class PlanModel:
    """The program of a cluster: columns count the new pods by node, and moving pods by kind.

    ``mobile`` are the pods that may be evicted.  Unless they are ``settled``, the program omits
    where they go, and its bound holds nevertheless.
    """

    def __init__(self, cluster: PlacingCluster, mobile: Iterable[int], settled: bool) -> None:
        self.cluster, self.arrays, self.state = cluster, cluster.arrays, cluster.state()
        self.is_settled = settled
        self.program = cp_model.CpModel()
        self.like: dict[Hashable, int] = {"new": cluster.new[0]}  # a pod of each kind
        self.groups: dict[tuple[Hashable, int], list[int]] = defaultdict(list)  # by kind and home
        for k in mobile:
            kind = self._kind(k)
            self.like.setdefault(kind, k)
            self.groups[kind, int(self.arrays.home[k])].append(k)
        terms, column = self.arrays.terms, self.program.new_int_var
        self.joins = {kind: {*numbers_of(terms.joins, k)} for kind, k in self.like.items()}
        self.leave = {key: column(0, len(pods), "") for key, pods in self.groups.items()}
        self.arrive = {
            kind: {j: column(0, most, "") for j, most in self._nodes(kind)}
            for kind in self.like
            if settled or kind == "new"
        }
        self.new = sum(self.arrive["new"].values())
        self.evicted = sum(self.leave.values())
        for kind in [*self.arrive][1:]:
            gone = sum(self.leave[key] for key in self.groups if key[0] == kind)
            self.program.add(sum(self.arrive[kind].values()) == gone)
        for limit in cluster.limits:
            concerned = (
                self.leave[key] for key, pods in self.groups.items() if pods[0] in limit.pods
            )
            self.program.add(sum(concerned) <= limit.at_most)
        self.bound_kinds: set[Hashable] = set()
        self._fit()
        self.bind("new")

    def solve(self, until: float) -> tuple[cp_model.CpSolver, Any]:
        """Return the solver after it has solved the program, and its status."""
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = max(0.01, until - monotonic())
        solver.parameters.num_workers = 1  # so that equal questions have equal answers
        return solver, solver.solve(self.program)

    def _kind(self, k: int) -> Hashable:
        """Return a key that is equal for pods that are alike to the scheduler and to budgets."""
        arrays, terms = self.arrays, self.arrays.terms
        lists = (terms.joins, terms.forbids, terms.requires, terms.hard)
        budgets = tuple(k in limit.pods for limit in self.cluster.limits)
        terms_of = tuple(tuple(sorted(numbers_of(each, k))) for each in lists)
        return int(arrays.row_of[k]), tuple(arrays.demand[k].tolist()), terms_of, budgets

    def _nodes(self, kind: Hashable) -> Iterator[tuple[int, int]]:
        """Yield the nodes on which pods of a kind are allowed, and their largest number there."""
        k, pin, terms = self.like[kind], self.cluster.pin, self.arrays.terms
        keys = [int(terms.key[c]) for c in numbers_of(terms.requires, k)]
        keys += [int(terms.spread[row, 1]) for row in numbers_of(terms.hard, k)]
        able = self.arrays.masks[self.arrays.row_of[k]] & (terms.label[keys] >= 0).all(axis=0)
        asked = np.flatnonzero(self.arrays.demand[k])
        for j in np.flatnonzero(able).tolist():
            room = (self.arrays.usable[j, asked] // self.arrays.demand[k, asked]).min()
            if room > 0 and (kind != "new" or pin in (-1, j)):
                yield j, int(room)

    def _fit(self) -> None:
        """Add the room of each node: arriving pods fit into it after the others have left."""
        demand, there = self.arrays.demand.tolist(), defaultdict(list)
        for (kind, home), leave in self.leave.items():
            there[home].append((demand[self.like[kind]], leave))
        coming = [(demand[self.like[kind]], some) for kind, some in self.arrive.items()]
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
        terms, k = self.arrays.terms, self.like[kind]
        self.bound_kinds.add(kind)
        for c in numbers_of(terms.forbids, k):
            most = 1 if c in self.joins[kind] else 0
            for nodes, some in self._domains(kind, int(terms.key[c])):
                self.program.add(self._count(c, nodes) <= most).only_enforce_if(some)
        if not self.is_settled:
            return  # pods that arrive may be mates, or even a spread
        first = self.program.new_bool_var("")  # all mates leave, and the pod is its own
        self.program.add(first <= int(terms.own_mate[k]))
        for c in numbers_of(terms.requires, k):
            domains = [*self._domains(kind, int(terms.key[c]))]
            labelled = np.flatnonzero(terms.label[terms.key[c]] >= 0)
            self.program.add(self._count(c, labelled, self.like) == 0).only_enforce_if(first)
            if not self.groups:
                self.program.add(sum(some for _, some in domains) <= 1).only_enforce_if(first)
            seeking = [name for name, i in self.like.items() if c in numbers_of(terms.requires, i)]
            for nodes, some in domains:
                mates = self._count(c, nodes, seeking)
                self.program.add(mates >= 1).only_enforce_if(some, ~first)
        for row in numbers_of(terms.hard, k):
            self._spread(kind, terms.spread[row].tolist())

    def _spread(self, kind: Hashable, row: list[int]) -> None:
        """Add a mandatory spread; its row has the columns `SPREAD` of the terms."""
        counter, key, skew, domains, _, _, by_affinity, eligible = row
        able = self.arrays.terms.eligible[eligible].copy()
        if by_affinity and kind == "new" and self.cluster.pin >= 0:
            able &= np.arange(len(able)) == self.cluster.pin
        label = self.arrays.terms.label[key]
        counted = {d: np.flatnonzero(able & (label == d)) for d in np.unique(label[able])}
        count = {d: self._count(counter, nodes) for d, nodes in counted.items() if d >= 0}
        least = self.program.new_int_var(0, 0 if len(count) < domains else _LARGEST, "")
        for each in count.values():
            self.program.add(least <= each)
        for nodes, some in self._domains(kind, key):
            skewed = count.get(label[nodes[0]], 0) - least
            self.program.add(skewed <= skew).only_enforce_if(some)

    def _domains(self, kind: Hashable, key: int) -> Iterator[tuple[IntArray, Any]]:
        """Yield the nodes of each domain, and a column that is 1 if pods of a kind arrive there."""
        label, columns = self.arrays.terms.label[key], defaultdict(list)
        for j, column in self.arrive[kind].items():
            if label[j] >= 0:
                columns[int(label[j])].append(column)
        for d, some in columns.items():
            yield np.flatnonzero(label == d), self._any(some)

    def _count(self, c: int, nodes: IntArray, but: Collection[Hashable] = ()) -> Any:
        """Return the pods of a counter on whole domains, without arriving kinds in ``but``."""
        terms, among = self.arrays.terms, {*nodes.tolist()}
        cells = np.unique(terms.label[terms.key[c]][nodes]) + terms.offset[c]
        come = sum(
            self.arrive[kind][j]
            for kind in self.arrive
            if c in self.joins[kind] and kind not in but
            for j in among & {*self.arrive[kind]}
        )
        gone = sum(
            leave
            for (kind, home), leave in self.leave.items()
            if home in among and c in self.joins[kind]
        )
        return int(self.state.matching[cells].sum()) + come - gone
