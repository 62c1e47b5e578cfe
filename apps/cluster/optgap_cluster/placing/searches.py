"""The largest number of replicas, and the fewest evictions that make room, with their bounds."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from ..rollout.scheduler_arrays import SchedulerState
from ..rollout.scheduler_steps import evict, settle
from .cluster import PlacingCluster
from .plan_model import PlanModel

_TRIED = 6  # evicted pods up to which each order is tried
_Moves = list[tuple[int, int]]  # pods and their nodes


class Most(NamedTuple):
    """The number of replicas that a plan places, and an upper bound on any plan's number."""

    at_least: int
    at_most: int | None


class EvictionPlan(NamedTuple):
    """Evicted pods with their targets, the nodes of the new pods, and a bound (None: impossible).

    The pods are None if no plan was found.
    """

    moves: _Moves | None
    at_least: int | None
    nodes: list[int]


def most_replicas(cluster: PlacingCluster, until: float) -> Most:
    """Return how many replicas the cluster takes at most, beside all pods that are there.

    Several mandatory spreads may stop the placements before the end that the program allows; then
    the two numbers differ.
    """
    if not cluster.are_alike:
        return Most(0, None)
    model = PlanModel(cluster, (), settled=True)
    model.program.maximize(model.new)
    solver, status = model.solve(until)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Most(0, None)
    bound = round(solver.best_objective_bound)
    wanted = {j: solver.value(column) for j, column in model.arrive["new"].items()}
    return Most(len(_settled(cluster, cluster.state(), wanted)), bound)


def _settled(cluster: PlacingCluster, state: SchedulerState, wanted: dict[int, int]) -> list[int]:
    """Place as many new pods as wanted while one of the nodes takes one; return their nodes."""
    i, nodes, left = cluster.new[0], list[int](), dict(wanted)
    while some := [j for j in left if left[j] and cluster.takes(state, i, j)]:
        for j in some:
            if cluster.takes(state, i, j):
                settle(cluster.arrays, state, i, j)
                left[j] -= 1
                nodes.append(j)
    return nodes


def fewest_evictions(cluster: PlacingCluster, until: float) -> tuple[dict[str, Any] | None, bool]:
    """Return the fewest evictions after which all new pods are placed, and whether this is proven.

    Without a plan, the second value is whether none exists.
    """
    found = _fewest(cluster, until) if cluster.are_alike else EvictionPlan(None, 1, [])
    if found.moves is None:
        return None, found.at_least is None
    pods, names, home = cluster.facts.pods, cluster.names, cluster.arrays.home
    steps = [{"pod": pods[k].name, "from": names[home[k]], "to": names[j]} for k, j in found.moves]
    placed = [names[j] for j in found.nodes]
    document = {"evictions": steps, "at_least": found.at_least, "placed": placed}
    return document, found.at_least == len(steps)


def _fewest(cluster: PlacingCluster, until: float) -> EvictionPlan:
    """Return the fewest evictions, by up to three programs.

    One without the targets of evicted pods gives a first bound, and nodes on which evictions may be
    enough; the program of all pods is needed only if they are not.
    """
    mobile, home = cluster.mobile, cluster.arrays.home
    first = _searched(PlanModel(cluster, mobile, settled=False), until)
    if first.at_least is None:
        return first
    near = [k for k in mobile if home[k] in first.nodes]
    found = _searched(PlanModel(cluster, near, settled=True), until)
    if found.moves is not None and len(found.moves) == first.at_least:
        return found
    whole = _searched(PlanModel(cluster, mobile, settled=True), until)
    best = whole if found.moves is None or whole.moves is not None else found
    least = whole.at_least and max(first.at_least, whole.at_least)
    return best._replace(at_least=least)


def _searched(model: PlanModel, until: float) -> EvictionPlan:
    """Return the fewest evictions by a program; the targets are replayed if it has them.

    If a replay fails, the conditions on the refused pods are added; in the end the plan itself is
    excluded, but not those with more evictions.
    """
    cluster, program, bound, is_exact = model.cluster, model.program, 1, True
    program.add(model.new == len(cluster.new))
    program.minimize(model.evicted)
    while True:
        solver, status = model.solve(until)
        if status == cp_model.INFEASIBLE:
            return EvictionPlan(None, None if is_exact else bound, [])
        bound = max(bound, round(solver.best_objective_bound)) if is_exact else bound
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return EvictionPlan(None, bound, [])
        wanted = {j: solver.value(column) for j, column in model.arrive["new"].items()}
        if len(model.arrive) < len(model.like):
            return EvictionPlan(None, bound, [j for j, number in wanted.items() if number])
        moves, kinds = _moves(model, solver)
        state = cluster.state()
        for k, _ in moves:
            evict(cluster.arrays, state, k)
        for order in _orders(cluster, state, moves, len(moves) <= _TRIED):
            after = state.copy()
            for k, j in order:
                settle(cluster.arrays, after, k, j)
            nodes = _settled(cluster, after, wanted)
            if len(nodes) == len(cluster.new):
                return EvictionPlan(order, bound, nodes)
        if refused := kinds - model.bound_kinds:
            for kind in refused:
                model.bind(kind)
            continue
        is_exact &= len(moves) <= _TRIED
        columns = (
            *model.leave.values(),
            *chain(*(some.values() for some in model.arrive.values())),
        )
        others = [model.evicted > len(moves)]
        others += [each != solver.value(each) for each in columns if solver.value(each)]
        literals = [program.new_bool_var("") for _ in others]
        for other, literal in zip(others, literals, strict=True):
            program.add(other).only_enforce_if(literal)
        program.add_bool_or(literals)


def _moves(model: PlanModel, solver: cp_model.CpSolver) -> tuple[_Moves, set[object]]:
    """Return the moves of a solution, and the kinds of the pods that move."""
    leaving: dict[object, list[int]] = {}
    for (kind, home), column in model.leave.items():
        pods = model.groups[kind, home][: solver.value(column)]
        leaving.setdefault(kind, []).extend(pods)
    moves: _Moves = []
    for kind, pods in leaving.items():
        columns = model.arrive[kind].items()
        targets = (j for j, column in columns for _ in range(solver.value(column)))
        moves += zip(pods, targets, strict=True)
    return moves, {kind for kind, pods in leaving.items() if pods}


def _orders(
    cluster: PlacingCluster, state: SchedulerState, moves: _Moves, every: bool
) -> Iterator[_Moves]:
    """Yield the orders in which each pod finds its target; only one unless ``every``."""
    if not moves:
        yield []
    for k, j in moves:
        if cluster.takes(state, k, j):
            after = state.copy()
            settle(cluster.arrays, after, k, j)
            rest = [move for move in moves if move[0] != k]
            yield from ([(k, j), *order] for order in _orders(cluster, after, rest, every))
            if not every:
                return
