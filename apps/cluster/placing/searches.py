"""The largest number of replicas, and the fewest evictions that make room, with their bounds."""

from collections.abc import Hashable, Iterator
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from ortools.sat.python import cp_model

from ..rollout.scheduler_arrays import SchedulerState, is_open_to
from ..rollout.scheduler_filters import passes, prepare_filters
from ..rollout.scheduler_steps import evict, settle
from .cluster import PlacingCluster
from .plan_model import PlanModel

_TRIED = 6  # evicted pods up to which each order is tried


class Most(NamedTuple):
    """The number of replicas that a plan places, and an upper bound on any plan's number."""

    at_least: int
    at_most: int | None


class Eviction(NamedTuple):
    """An evicted pod, its node, and the node that takes it."""

    pod: str
    origin: str
    target: str


class Evictions(NamedTuple):
    """Evictions that make room, or None, and a lower bound on their number (None: impossible)."""

    plan: tuple[Eviction, ...] | None
    at_least: int | None
    placed: tuple[str, ...] = ()


def takes(cluster: PlacingCluster, state: SchedulerState, i: int, j: int) -> bool:
    """Return whether node j takes pod i now, by the filters of the simulation."""
    arrays = cluster.arrays
    mask = arrays.masks[arrays.row_of[i]]
    tolerates = bool(arrays.tolerates_cordon[i])
    if not is_open_to(bool(mask[j]), bool(state.open[j]), True, tolerates):
        return False
    prepare_filters(arrays, state, i, cluster.pin if i in cluster.new else -1)
    return bool(passes(arrays, state, i, j))


def most_replicas(cluster: PlacingCluster, until: float) -> Most:
    """Return how many replicas the cluster takes at most, beside all pods that are there."""
    if not cluster.are_alike:
        return Most(0, None)
    model = PlanModel(cluster, cluster.new[0])
    columns = model.arrive["new"]
    model.program.maximize(sum(columns.values()))
    solver, status = _solved(model, until)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Most(0, None)
    bound = round(solver.best_objective_bound)
    state, i = cluster.state(), cluster.new[0]
    left = {j: solver.value(column) for j, column in columns.items() if solver.value(column)}
    placed = len(_settled(cluster, state, i, left))
    return Most(placed, bound) if placed == bound else _reached(cluster, Most(placed, bound), until)


def _reached(cluster: PlacingCluster, most: Most, until: float) -> Most:
    """Return the largest number of replicas in any order of placements, if time allows.

    Two mandatory spreads may stop each order before the end that the program allows.
    """
    i, seen = cluster.new[0], {(0,) * len(cluster.names)}
    waiting = [(counts, cluster.state()) for counts in seen]
    while waiting:
        counts, state = waiting.pop()
        for j in range(len(counts)):
            more = (*counts[:j], counts[j] + 1, *counts[j + 1 :])
            if monotonic() > until:
                return most
            if more not in seen and takes(cluster, state, i, j):
                seen.add(more)
                waiting.append((more, state.copy()))
                settle(cluster.arrays, waiting[-1][1], i, j)
    reached = max(map(sum, seen))
    return Most(reached, reached)


def _settled(
    cluster: PlacingCluster, state: SchedulerState, i: int, left: dict[int, int]
) -> list[int]:
    """Place replicas of pod i on nodes, ``left`` of each, while a node takes one; return nodes."""
    nodes: list[int] = []
    while True:
        able = [j for j in left if left[j] > 0 and takes(cluster, state, i, j)]
        if not able:
            return nodes
        for j in able:
            if left[j] > 0 and takes(cluster, state, i, j):
                settle(cluster.arrays, state, i, j)
                left[j] -= 1
                nodes.append(j)


def _solved(model: PlanModel, until: float) -> tuple[cp_model.CpSolver, Any]:
    """Return the solver after it has solved the program, and its status."""
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.01, until - monotonic())
    solver.parameters.num_workers = 1  # so that equal questions have equal answers
    return solver, solver.solve(model.program)


def fewest_evictions(cluster: PlacingCluster, until: float) -> Evictions:
    """Return the fewest evictions after which all new pods are placed.

    The program's plan is replayed; if it fails, the conditions on the refused pods are added, and
    in the end the plan itself is excluded.
    """
    if not cluster.are_alike:
        return Evictions(None, 1)
    mobile = np.flatnonzero(cluster.evictable).tolist()
    model = PlanModel(cluster, cluster.new[0], mobile)
    model.program.add(sum(model.arrive["new"].values()) == len(cluster.new))
    model.program.minimize(sum(model.leave.values()))
    bound, is_exact = 1, True
    while True:
        solver, status = _solved(model, until)
        if status == cp_model.INFEASIBLE:
            return Evictions(None, None if is_exact else bound)
        bound = max(bound, round(solver.best_objective_bound)) if is_exact else bound
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Evictions(None, bound)
        plan = _Plan(model, solver)
        if (replayed := plan.replayed()) is not None:
            evictions, placed = replayed
            return Evictions(evictions, bound, placed)
        refused = plan.kinds - model.bound_kinds
        for kind in refused:
            model.bind(kind)
        if not refused:
            is_exact &= len(plan.moves) <= _TRIED
            plan.exclude()


class _Plan:
    """A plan of the program: the pods that leave, with their targets, and nodes of new pods."""

    def __init__(self, model: PlanModel, solver: cp_model.CpSolver) -> None:
        self.model, self.cluster = model, model.cluster
        every = [column for columns in model.arrive.values() for column in columns.values()]
        values = [(column, solver.value(column)) for column in (*model.leave.values(), *every)]
        self.columns = [(column, value) for column, value in values if value]
        leaving: dict[Hashable, list[int]] = {}
        for (kind, home), column in model.leave.items():
            pods = model.groups[kind, home][: solver.value(column)]
            leaving.setdefault(kind, []).extend(pods)
        self.moves: list[tuple[int, int]] = []
        for kind, pods in leaving.items():
            columns = model.arrive[kind].items()
            targets = [j for j, column in columns for _ in range(solver.value(column))]
            self.moves += zip(pods, targets, strict=True)
        self.kinds = {kind for kind, pods in leaving.items() if pods}
        self.new = {j: solver.value(column) for j, column in model.arrive["new"].items()}

    def replayed(self) -> tuple[tuple[Eviction, ...], tuple[str, ...]] | None:
        """Return the evictions in an order in which all pods are placed, and the new pods' nodes.

        None if the filters refuse each order.
        """
        cluster = self.cluster
        state = cluster.state()
        for k, _ in self.moves:
            evict(cluster.arrays, state, k)
        for order in self._orders(state, self.moves):
            after = state.copy()
            for k, j in order:
                settle(cluster.arrays, after, k, j)
            nodes = _settled(cluster, after, cluster.new[0], dict(self.new))
            if len(nodes) == len(cluster.new):
                pods, names, home = cluster.facts.pods, cluster.names, cluster.arrays.home
                moved = (Eviction(pods[k].name, names[home[k]], names[j]) for k, j in order)
                return tuple(moved), tuple(names[j] for j in nodes)
        return None

    def _orders(
        self, state: SchedulerState, moves: list[tuple[int, int]]
    ) -> Iterator[list[tuple[int, int]]]:
        """Yield orders in which each pod finds its target; of many pods only the first one."""
        if not moves:
            yield []
        for k, j in moves:
            if takes(self.cluster, state, k, j):
                after = state.copy()
                settle(self.cluster.arrays, after, k, j)
                rest = [move for move in moves if move != (k, j)]
                orders = self._orders(after, rest)
                yield from ([(k, j), *order] for order in orders)
                if len(self.moves) > _TRIED:
                    return

    def exclude(self) -> None:
        """Exclude this plan, but not those with more evictions."""
        program = self.model.program
        others = [program.new_bool_var("") for _ in (*self.columns, None)]
        for (column, value), other in zip(self.columns, others, strict=False):
            program.add(column != value).only_enforce_if(other)
        more = len(self.moves) + 1
        program.add(sum(self.model.leave.values()) >= more).only_enforce_if(others[-1])
        program.add_bool_or(others)
