"""Consolidation as Karpenter does it (kubernetes-sigs/karpenter at commit 2266468).

Candidate machines are sorted by falling ratio of savings to disruption cost. *Multi-node*: a binary
search finds the longest prefix of at most 100 candidates that can be removed. The pods of a prefix
are sorted by falling cpu, then memory, and each goes to the first other machine in use that takes
it; the remaining pods must fit on one new machine of an offer that is cheaper than the removed
machines. *Single-node*: the same for one candidate after the other. Both are repeated until no
removal is accepted.

The policy ``Balanced`` (also Karpenter's: ``designs/balanced-consolidation.md`` at commit 3bb5546
and ``pkg/controllers/disruption/balanced.go``) accepts a move only if it is worth its disruption:
in every pool that loses machines, the saved share of the pool's price is at least half the
move's share of the pool's disruption. The disruption of a machine is 1 plus the costs of its
items. Savings are divided among pools by the price of the removed machines; a pool's totals are
those before the round of moves.

The binary search assumes that if a prefix fails, all longer prefixes fail. This is false
(``consolidation/karpenter-search``): a longer prefix may pay for a new machine that a shorter one
cannot pay. Two new machines are never tried together (``consolidation/karpenter-two-offers``).

`cluster_autoscaler` is the scale-down of Kubernetes' cluster autoscaler (kubernetes/autoscaler at
commit 01389b0).  A node is a candidate while the larger of its shares of cpu and memory that are
requested is below one half.  Candidates are tried in the order of the nodes.  A node is removed if
each of its pods fits on another node that stays; each search for a node begins after the last one
found.  Removed nodes take no pods, and moved pods count for the next candidate.  Prices are
ignored, and no new node is created.
"""

from typing import Any

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.parameters import Parameters
from ...core.records import column
from ...core.run import Run
from ...core.schema import NonNegative, PositiveCount, PositiveShare
from ...instances.consolidation import Consolidation, all_hold, may_enter
from .online import placed_requests
from .policies import BEST_FIT, Cluster, ClusterLoad, ItemArrays, PackingPolicy, fits, move
from .repair import holds_tied_items

_NO_POOL = ""


class KarpenterParameters(Parameters):
    """The parameters of `karpenter`."""

    prefix_nodes: PositiveCount = Field(
        default=100, description="maximum number of nodes removed together, as in Karpenter"
    )


class BalancedParameters(KarpenterParameters):
    """The parameters of `karpenter_balanced`."""

    least_ratio: NonNegative = Field(
        default=0.5,
        description="minimum ratio of saving to disruption, both as shares of the pool's totals; "
        "Karpenter uses 1 / k with k = 2",
    )


BALANCED = BalancedParameters()


def karpenter(instance: Consolidation, run: Run, parameters: KarpenterParameters) -> Answer:
    """Consolidate as Karpenter does, with rules, prices and offers."""
    return _consolidate(instance, run, parameters.prefix_nodes, None)


def karpenter_balanced(instance: Consolidation, run: Run, parameters: BalancedParameters) -> Answer:
    """Consolidate as Karpenter's policy Balanced does: savings must be worth the disruption."""
    return _consolidate(instance, run, parameters.prefix_nodes, parameters.least_ratio)


def _consolidate(
    instance: Consolidation, run: Run, prefix_nodes: int, least_ratio: float | None
) -> Answer:
    machine, claim = placed_requests(instance, run, PackingPolicy(BEST_FIT), may_move=True)
    if machine is None:
        return Answer(**claim)
    state = Cluster.of(instance, machine)
    _report(state, run)
    accepted = {"multi": 0, "single": 0}
    while not run.should_stop():
        order = _candidates(state)
        pools = None if least_ratio is None else PoolTotals(state, least_ratio)
        found, how = _longest_prefix(state, order[:prefix_nodes], run, pools), "multi"
        if found is None:
            found, how = _first_single(state, order, run, pools), "single"
        if found is None:
            break
        state = found
        accepted[how] += 1
        _report(state, run)
    details: dict[str, Any] = {"accepted_together": accepted["multi"]}
    details["accepted_alone"] = accepted["single"]
    return Answer(instance.decision(state.machine), stopped=run.stopped, details=details, **claim)


def _report(state: Cluster, run: Run) -> None:
    instance = state.instance
    value = instance.value_of(instance.units_of(state.machine))
    run.report(value, decision=instance.decision(state.machine))


def _in_use(state: Cluster) -> BoolArray:
    placed = state.machine[state.machine >= 0]
    return np.bincount(placed, minlength=len(state.instance.sites)) > 0


class PoolTotals:
    """The total price and disruption of each pool's machines in use, before a round of moves."""

    def __init__(self, state: Cluster, least_ratio: float = BALANCED.least_ratio) -> None:
        self.least_ratio = least_ratio
        instance = state.instance
        self.pool = [each.pool or _NO_POOL for each in instance.sites]
        costs = np.array(column(instance.items, "migration_cost"))
        count = len(instance.sites)
        self.disruption = 1.0 + np.bincount(state.machine, weights=costs, minlength=count)
        self.disruption[~_in_use(state)] = 0.0
        self.price = instance.price.astype(np.float64)
        self.before = state

    def accept(self, going: IntArray, after: Cluster) -> bool:
        """Return whether removing ``going`` saves enough in each pool, by the rule of Balanced."""
        used, then = _in_use(self.before), _in_use(after)
        saved = float(self.price[used & ~then].sum() - self.price[then & ~used].sum())
        leaving = float(self.price[going].sum())
        for name in {self.pool[j] for j in going.tolist()}:
            mine = np.array([pool == name for pool in self.pool]) & used
            out = np.isin(np.arange(len(mine)), going) & mine
            share = saved * float(self.price[out].sum()) / leaving if leaving > 0 else 0.0
            savings = share / max(float(self.price[mine].sum()), 1e-9)
            moved = float(self.disruption[out].sum()) / float(self.disruption[mine].sum())
            if savings <= 0 or savings < self.least_ratio * moved * (1 - 1e-12):
                return False
        return True


def _candidates(state: Cluster) -> IntArray:
    """Return the removable machines, by falling ratio of savings to disruption cost."""
    instance = state.instance
    costs = np.array(column(instance.items, "migration_cost"))
    disruption = np.bincount(state.machine, weights=costs, minlength=len(instance.sites))
    may = _in_use(state) & ~holds_tied_items(instance, state.machine) & ~instance.kept
    ratio = instance.price / np.maximum(disruption, 1e-9)
    order = np.argsort(-ratio, kind="stable")
    chosen: IntArray = order[may[order]]
    return chosen


def _longest_prefix(
    state: Cluster, order: IntArray, run: Run, pools: PoolTotals | None
) -> Cluster | None:
    """Return the cluster after removing a prefix of ``order``, found by binary search, or None."""
    low, high, best = 2, len(order), None
    while low <= high and not run.should_stop():
        middle = (low + high) // 2
        found = without_machines(state, order[:middle])
        if found is not None and pools is not None and not pools.accept(order[:middle], found):
            found = None
        if found is not None:
            best, low = found, middle + 1
        else:
            high = middle - 1
    return best


def _first_single(
    state: Cluster, order: IntArray, run: Run, pools: PoolTotals | None
) -> Cluster | None:
    for j in order:
        if run.should_stop():
            return None
        found = without_machines(state, np.array([j]))
        if found is not None and (pools is None or pools.accept(np.array([j]), found)):
            return found
    return None


def without_machines(state: Cluster, going: IntArray) -> Cluster | None:
    """Return the cluster without the machines ``going`` if their items fit elsewhere, else None."""
    instance, after = state.instance, state.copy()
    stays = _in_use(state) | instance.kept
    stays[going] = False
    leaving = np.flatnonzero(np.isin(after.machine, going))
    cpu = instance.demand[leaving, 0]
    memory = instance.demand[leaving, min(1, instance.demand.shape[1] - 1)]
    leaving = leaving[np.lexsort((leaving, -memory, -cpu))]
    left = _place(leaving, after.items, after.load, stays, after.machine)
    if len(left) > 0:
        budget = int(instance.price[going].sum())
        new = _replacement(after, left, budget)
        if new < 0:
            return None
        for i in left:
            move(after.load, after.items, i, -1, new)
            after.machine[i] = new
    if not all_hold(after.items.book, after.load.counts, after.machine, leaving):
        return None
    spent = int(instance.cost[after.machine != instance.home].sum())
    if spent > instance.budget:
        return None
    return Cluster(instance, after.items, after.machine, after.load, spent)


@kernel
def _place(
    leaving: IntArray, items: ItemArrays, load: ClusterLoad, open_: BoolArray, machine: IntArray
) -> IntArray:
    """Place each item on the first open machine that takes it; return the items without one."""
    for i in leaving:
        move(load, items, i, machine[i], -1)
        machine[i] = -1
    left = np.zeros(len(leaving), dtype=np.bool_)
    for k in range(len(leaving)):
        i = leaving[k]
        allowed = items.masks[items.row_of[i]]
        left[k] = True
        for j in range(len(open_)):
            able = open_[j] and allowed[j] and fits(load.left.room, items.demand[i], j)
            if able and may_enter(items.book, load.counts, i, -1, j):
                move(load, items, i, -1, j)
                machine[i] = j
                left[k] = False
                break
    return leaving[left]


def _replacement(after: Cluster, left: IntArray, budget: int) -> int:
    """Return the cheapest unused offered machine that takes all remaining items; -1: none.

    Its price must be below ``budget``, the price of the removed machines.
    """
    instance, items = after.instance, after.items
    need = instance.demand[left].sum(axis=0)
    masks, row_of = instance.masks
    free = instance.offered & ~_in_use(after) & (instance.price < budget)
    free &= (need <= instance.usable).all(axis=1) & masks[row_of[left]].all(axis=0)
    tried: set[bytes] = set()
    for j in sorted(np.flatnonzero(free).tolist(), key=lambda j: (int(instance.price[j]), j)):
        name = instance.sites[j].name.rpartition("#")[0].encode()
        if name not in tried and _fits_together(items, after.load, left, j):
            return j
        tried.add(name)
    return -1


def _fits_together(items: ItemArrays, load: ClusterLoad, left: IntArray, j: int) -> bool:
    """Return whether a new machine takes several items together under their rules."""
    placed = []
    fine = True
    for i in left.tolist():
        if not may_enter(items.book, load.counts, i, -1, j):
            fine = False
            break
        move(load, items, i, -1, j)
        placed.append(i)
    for i in placed:
        move(load, items, i, j, -1)
    return fine


_COUNTED = 2  # cpu and memory, the first two resources


class AutoscalerParameters(Parameters):
    """The parameters of `cluster_autoscaler`."""

    threshold: PositiveShare = Field(
        default=0.5,
        description="a node may be removed if the requested shares of its cpu and its memory "
        "are both below this share",
    )


def cluster_autoscaler(
    instance: Consolidation, run: Run, parameters: AutoscalerParameters
) -> Answer:
    """Remove nodes one after the other, as the cluster autoscaler does."""
    machine, claim = placed_requests(instance, run, PackingPolicy(BEST_FIT), may_move=True)
    if machine is None:
        return Answer(**claim)
    state, last = Cluster.of(instance, machine), 0
    stays = (np.bincount(machine, minlength=len(instance.sites)) > 0) | instance.kept
    held = holds_tied_items(instance, machine) | instance.kept | ~stays
    for j in np.flatnonzero(~held).tolist():
        if run.should_stop():
            break
        taken = instance.demand[state.machine == j].sum(axis=0) * instance.per_unit[j]
        if taken[:_COUNTED].max() >= parameters.threshold:
            continue
        stays[j] = False
        found, reached = _without_node(state, j, stays, last)
        if found is None:
            stays[j] = True
            continue
        state, last = found, reached
        value = instance.value_of(instance.units_of(state.machine))
        run.report(value, decision=instance.decision(state.machine))
    return Answer(instance.decision(state.machine), stopped=run.stopped, **claim)


def _without_node(
    state: Cluster, j: int, stays: BoolArray, last: int
) -> tuple[Cluster | None, int]:
    """Return the cluster without a node, None if its pods do not fit, and the last used target."""
    instance, after = state.instance, state.copy()
    leaving = np.flatnonzero(after.machine == j)
    reached = int(
        _cluster_autoscaler_place(leaving, after.items, after.load, stays, after.machine, last)
    )
    if reached < 0 or not all_hold(after.items.book, after.load.counts, after.machine, leaving):
        return None, last
    spent = int(instance.cost[after.machine != instance.home].sum())
    if spent > instance.budget:
        return None, last
    return Cluster(instance, after.items, after.machine, after.load, spent), reached


@kernel
def _cluster_autoscaler_place(
    leaving: IntArray,
    items: ItemArrays,
    load: ClusterLoad,
    open_: BoolArray,
    machine: IntArray,
    last: int,
) -> int:
    """Place items on the next open machines after ``last``; return the last one, -1 on failure."""
    for i in leaving:
        move(load, items, i, machine[i], -1)
        machine[i] = -1
    for i in leaving:
        allowed, found = items.masks[items.row_of[i]], -1
        for k in range(len(open_)):
            j = (last + 1 + k) % len(open_)
            able = open_[j] and allowed[j] and fits(load.left.room, items.demand[i], j)
            if able and may_enter(items.book, load.counts, i, -1, j):
                found = j
                break
        if found < 0:
            return -1
        move(load, items, i, -1, found)
        machine[i] = last = found
    return last
