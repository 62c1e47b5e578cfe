"""Repair of broken rules in a plan, by moving one item at a time."""

from dataclasses import replace
from heapq import heapify, heappop, heappush

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.consolidation import (
    WITH,
    Consolidation,
    RuleBook,
    RuleCounts,
    all_hold,
    counts_of,
    holds,
    may_enter,
    overfull,
    rules_hold,
    shift,
)
from ...solvers.consolidation import cheap_bound, first_fit, impossible, room_left
from .online import placed_online
from .policies import (
    BEST_FIT,
    Cluster,
    ClusterLoad,
    ItemArrays,
    PackedPolicy,
    PackingPolicy,
    Request,
    Shortlist,
    allowed_now,
    choose,
    fits,
    load_of,
    move,
)

_PASSES = 4


class _Plan:
    """An assignment with the free room of machines and the counts of rules."""

    def __init__(self, instance: Consolidation, book: RuleBook, machine: IntArray) -> None:
        self.instance, self.book, self.machine = instance, book, machine
        self.masks, self.row_of = instance.masks
        self.room = room_left(instance, machine)
        self.counts = counts_of(book, machine)
        self.load = np.bincount(machine[machine >= 0], minlength=len(self.room))

    def move(self, i: int, j: int) -> None:
        """Move item i to machine j; -1 stands for no machine."""
        origin, demand = int(self.machine[i]), self.instance.demand[i]
        if origin >= 0:
            self.room[origin] += demand
            self.load[origin] -= 1
        if j >= 0:
            self.room[j] -= demand
            self.load[j] += 1
        shift(self.book, self.counts, i, origin, j)
        self.machine[i] = j

    def target(self, i: int, allowed: BoolArray) -> int:
        """Return the fullest used machine that takes an item, else an empty one, else -1."""
        may = self.masks[self.row_of[i]] & allowed
        demand, origin = self.instance.demand[i], int(self.machine[i])
        return int(_target(i, origin, demand, may, self.room, self.load, self.book, self.counts))

    def holds(self, r: int) -> bool:
        """Return whether rule ``r`` holds in the assignment."""
        return bool(holds(self.book, self.counts, self.machine, r))

    def rules_of(self, i: int) -> IntArray:
        """Return the numbers of the rules that apply to an item."""
        return self.book.rule[self.book.start[i] : self.book.start[i + 1]]


def repair(instance: Consolidation, book: RuleBook, machine: IntArray, run: Run) -> IntArray | None:
    """Return a similar assignment that satisfies all rules, made by single moves, or None."""
    plan = _Plan(instance, book, machine.copy())
    for _ in range(_PASSES):
        for i in np.flatnonzero(plan.machine < 0).tolist():
            _seat(plan, i)
        broken = [r for r in range(len(book.kind)) if not plan.holds(r)]
        if not broken:
            return plan.machine if (plan.machine >= 0).all() else None
        for r in broken:
            if run.should_stop():
                return None
            _mend(plan, r)
    return None


def _seat(plan: _Plan, i: int) -> None:
    """Place an item; if no machine takes it, first move an item that it must be near closer."""
    anywhere = np.ones(len(plan.room), dtype=np.bool_)
    j = plan.target(i, anywhere)
    book = plan.book
    for r in plan.rules_of(i).tolist() if j < 0 else ():
        if book.kind[r] != WITH:
            continue
        domain = book.domain[book.level[r]]
        reached = np.unique(domain[plan.masks[plan.row_of[i]]])
        for mate in book.member[book.middle[r] : book.begin[r + 1]].tolist():
            if j < 0 and plan.machine[mate] >= 0:
                beside = plan.target(mate, np.isin(domain, reached[reached >= 0]))
                if beside >= 0 and _move(plan, mate, beside, r):
                    j = plan.target(i, anywhere)
    if j >= 0:
        plan.move(i, j)


def _mend(plan: _Plan, r: int) -> None:
    """Move items of broken rule r, the smallest first, out of the domain with most of them."""
    book = plan.book
    domain = book.domain[book.level[r]]
    members = book.member[book.begin[r] : book.middle[r]]
    order = members[np.argsort(plan.instance.demand[members].sum(axis=1), kind="stable")]
    for i in order.tolist():
        if plan.holds(r):
            return
        own = domain[plan.machine[i]] if plan.machine[i] >= 0 else -1
        mine = plan.counts.mine[book.offset[r] : book.offset[r + 1]]
        if own < 0 or mine[own] < mine.max():
            continue
        j = plan.target(i, domain != own)
        if j >= 0:
            _move(plan, i, j, r)


def _move(plan: _Plan, i: int, j: int, r: int) -> bool:
    """Move item i to machine j unless this breaks a rule other than ``r``; return success."""
    origin = int(plan.machine[i])
    others = [q for q in plan.rules_of(i).tolist() if q != r and plan.holds(q)]
    plan.move(i, j)
    if all(plan.holds(q) for q in others):
        return True
    plan.move(i, origin)
    return False


@kernel
def _target(
    i: int,
    origin: int,
    demand: IntArray,
    may: BoolArray,
    room: IntArray,
    load: IntArray,
    book: RuleBook,
    counts: RuleCounts,
) -> int:
    chosen, least = -1, np.inf
    for j in range(len(load)):
        if j == origin or not may[j] or (demand > room[j]).any():
            continue
        left = 0.0 if load[j] > 0 else 1e30
        for r in range(len(demand)):
            if demand[r] > 0:
                left += (room[j, r] - demand[r]) / demand[r]
        if left < least and may_enter(book, counts, i, origin, j):
            chosen, least = j, left
    return chosen


def migrate(cluster: Cluster, policy: PackingPolicy, run: Run) -> tuple[Cluster, bool]:
    """Empty machines, the cheapest first (Algorithm 1); also return whether the budget ran out.

    If a machine cannot be emptied, its moves are undone; in the printed algorithm they would remain
    and use up the budget.  Items leave a machine in the order of their largest share.

    Costs refer to the original assignment: an item costs its migration once if it ends on another
    machine, however often it moves, and nothing if it returns.
    """
    emptying, instance = _Emptying(cluster, policy), cluster.instance
    machine = emptying.machine
    fee = np.where(machine == instance.home, instance.cost, 0)
    costs = np.bincount(machine, weights=fee, minlength=len(instance.sites))
    price = np.maximum(1, instance.price)
    visited = (cluster.load.held == 0) | instance.kept | holds_tied_items(instance, machine)
    queue = [(costs[j] / price[j], j) for j in np.flatnonzero(~visited).tolist()]
    heapify(queue)
    while queue and not run.should_stop():
        # Algorithm 1, line 3: the unvisited machine with the lowest cost
        cost, j = heappop(queue)
        if visited[j] or cost < costs[j] / price[j]:
            continue
        visited[j] = True
        moved = emptying.empty(j)
        if moved is None:  # line 6: the budget is surpassed
            return emptying.cluster, True
        for i in moved[machine[moved] == instance.home[moved]].tolist():
            k = int(machine[i])
            costs[k] += instance.cost[i]
            heappush(queue, (costs[k] / price[k], k))
    return emptying.cluster, False


def drain(cluster: Cluster, policy: PackingPolicy, order: IntArray, run: Run) -> Cluster:
    """Empty machines in a given order, each only if all its items can move within the budget."""
    emptying, instance = _Emptying(cluster, policy), cluster.instance
    fixed = holds_tied_items(instance, emptying.machine) | instance.kept
    for j in order.tolist():
        if run.should_stop():
            break
        if not fixed[j]:
            emptying.empty(j)
    return emptying.cluster


class _Emptying:
    """A copy of a cluster, in which `empty` empties one machine after another."""

    def __init__(self, cluster: Cluster, policy: PackingPolicy) -> None:
        self._state, instance = cluster.copy(), cluster.instance
        self._packed = policy.packed(len(instance.resources))
        self._spent, self.machine = cluster.spent, self._state.machine
        largest = instance.usable.max(axis=0).clip(1)
        order = np.argsort(-(instance.demand / largest).max(axis=1))
        self._rank = np.empty(len(order), dtype=np.int64)  # by falling largest share
        self._rank[order] = np.arange(len(order))
        machine = self.machine[order]
        self._members = order[np.argsort(machine, kind="stable")]
        self._start = np.searchsorted(np.sort(machine), np.arange(len(instance.sites) + 1))
        self._arrived: dict[int, list[int]] = {}

    @property
    def cluster(self) -> Cluster:
        """The cluster after all moves so far."""
        return replace(self._state, spent=self._spent)

    def empty(self, j: int) -> IntArray | None:
        """Move all items off machine j, which was not emptied before, and return these items.

        The moves are undone in two cases.  If other machines lack room, the result is empty; if the
        budget is surpassed, it is ``None``.
        """
        state, machine = self._state, self.machine
        leaving = self._items_on(j)
        if len(leaving) == 0:
            return leaving
        left = _leave(j, leaving, state.items, state.load, self._packed, machine)
        after = self._spent + self._more_spent(leaving, j)
        if not left or after > state.instance.budget:
            _return(j, leaving, state.items, state.load, machine)
            return None if left else leaving[:0]
        self._spent = after
        for i, k in zip(leaving.tolist(), machine[leaving].tolist(), strict=True):
            self._arrived.setdefault(k, []).append(i)
        return leaving

    def _items_on(self, j: int) -> IntArray:
        members = self._members[self._start[j] : self._start[j + 1]]
        if j not in self._arrived:
            return members
        members = np.append(members, self._arrived[j])
        return members[np.argsort(self._rank[members])]

    def _more_spent(self, leaving: IntArray, origin: int) -> int:
        """Return how much the moves of ``leaving`` from ``origin`` raise the migration cost."""
        instance = self._state.instance
        home, cost = instance.home[leaving], instance.cost[leaving]
        return int(cost[home == origin].sum() - cost[home == self.machine[leaving]].sum())


def holds_tied_items(instance: Consolidation, machine: IntArray) -> np.ndarray:
    """Return a mask of the machines that hold an item with no other allowed machine.

    If migrations have a price, the mask includes machines that cost more to empty than they save.
    """
    masks, row_of = instance.masks
    elsewhere = masks.sum(axis=1)[row_of] - masks[row_of, machine]
    held = np.zeros(len(instance.sites), dtype=np.bool_)
    held[machine[elsewhere == 0]] = True
    return held | instance.dear_to_empty


@kernel
def _leave(
    origin: int,
    leaving: IntArray,
    items: ItemArrays,
    load: ClusterLoad,
    policy: PackedPolicy,
    machine: IntArray,
) -> bool:
    """Move the items off a machine; return whether all are placed and their rules hold."""
    scratch = Shortlist(np.empty(len(load.held), np.int64), np.empty(len(load.held)))
    mask = np.empty(len(load.held), dtype=np.bool_)
    for i in leaving:
        request = Request(items.demand[i], allowed_now(items, load, i, origin, mask), policy)
        j = choose(load, request, origin, scratch)
        if j < 0:
            return False
        machine[i] = j
        move(load, items, i, origin, j)
    return all_hold(items.book, load.counts, machine, leaving)


@kernel
def _return(
    origin: int, leaving: IntArray, items: ItemArrays, load: ClusterLoad, machine: IntArray
) -> None:
    """Undo the moves of a machine's items."""
    for i in leaving:
        if machine[i] != origin:
            move(load, items, i, machine[i], origin)
            machine[i] = origin


def mend(instance: Consolidation, target: IntArray, run: Run) -> IntArray | None:
    """Return an assignment near ``target`` (-1: any machine) that satisfies all rules, or None.

    Items move to their targets if they fit and no rule is broken.
    Then remaining requests are placed, and machines are emptied by best fit.
    """
    if len(overfull(instance, instance.home)) > 0:
        return None
    items, machine = ItemArrays.of(instance), instance.home.copy()
    load = load_of(instance, machine, items.book)
    share = (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1)
    order = np.argsort(-share, kind="stable")
    while _follow(order, target, items, load, machine) and not run.should_stop():
        pass
    machine = placed_online(instance, run, PackingPolicy(BEST_FIT), machine)
    if (machine < 0).any():
        return None
    return empty_towards(instance, machine, target, run)


def empty_towards(
    instance: Consolidation, machine: IntArray, target: IntArray, run: Run
) -> IntArray | None:
    """Empty machines by best fit, first those without items in ``target``; return the result."""
    policy = PackingPolicy(BEST_FIT)
    cluster = Cluster.of(instance, machine)
    if cluster.spent > instance.budget:
        return None
    load_now = np.bincount(machine, minlength=len(instance.sites))
    wanted = np.bincount(target[target >= 0], minlength=len(load_now)) > 0
    cluster = drain(cluster, policy, np.lexsort((load_now, wanted)), run)
    return migrate(cluster, policy, run)[0].machine


@kernel
def _follow(
    order: IntArray, target: IntArray, items: ItemArrays, load: ClusterLoad, machine: IntArray
) -> int:
    """Move items to their targets if room and rules allow it; return how many moved."""
    moved = 0
    for i in order:
        j, origin = target[i], machine[i]
        if j < 0 or j == origin or not fits(load.left.room, items.demand[i], j):
            continue
        if may_enter(items.book, load.counts, i, origin, j):
            machine[i] = j
            move(load, items, i, origin, j)
            if all_hold(items.book, load.counts, machine, np.array([i])):
                moved += 1
            else:
                machine[i] = origin
                move(load, items, i, j, origin)
    return moved


def first_fit_decreasing(instance: Consolidation, run: Run) -> Answer:
    """Place requests by falling size, each on the first used machine with room.

    Running items stay.
    """
    bound = cheap_bound(instance)
    if bound.units is None:
        return impossible(bound)
    value = instance.value_of(bound.units)
    run.report(bound=value, certificate=bound.certificate)
    decision, message = None, None
    if len(crowded := overfull(instance, instance.home)) > 0:
        name = instance.sites[int(crowded[0])].name
        message = f"machine {name} is overfull now, but this method needs feasible loads at first"
    else:
        machine = first_fit(instance)
        left = np.flatnonzero(machine < 0)
        if len(left) > 0:
            message = f"found no machine with room for item {instance.items[int(left[0])].name}"
        elif not rules_hold(instance.rule_book, machine):
            message = "an item would be separated from an item that it must stay with"
        else:
            decision = instance.decision(machine)
            run.report(instance.value_of(instance.units_of(machine)), decision=decision)
    return Answer(
        decision,
        bound=value,
        bound_kind="certified",
        certificate=bound.certificate,
        message=message,
    )
