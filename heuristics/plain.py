"""The heuristics as plain Python, statement by statement as in the papers' pseudo-code.

They decide by sums, differences, multiples by constants, and comparisons, so they also run on
symbolic numbers.  The compiled algorithms return the same decisions, ties included.
"""

from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from typing import Any, TypeAlias


def number_of(amount: Any, size: Any) -> int:
    """Return the least number of parts of a size that hold an amount, at least 0."""
    return next(number for number in count() if not number * size < amount)


def whole_part(amount: Any) -> int:
    """Return the largest integer within an amount, at least 0."""
    return next(number for number in count() if not number + 1 <= amount)


Choice = Callable[[int, int], Any]  # of a party and its units


def one_by_one(
    least: Sequence[int],
    most: Sequence[int],
    supply: int,
    key: Choice,
    ends: Choice = lambda *_: False,
) -> list[int]:
    """Give each unit to the party with the smallest key, the first of several; return the units.

    The allocation ends before a unit for which ``ends`` is true.
    """
    units = list(least)
    while sum(units) < supply:
        able = [i for i in range(len(units)) if units[i] < most[i]]
        i = min(able, key=lambda i: key(i, units[i]), default=-1)
        if i < 0 or ends(i, units[i]):
            break
        units[i] += 1
    return units


def by_change(least: list[int], costs: list[list[Any]], supply: int, *, spend: bool) -> list[int]:
    """Give each unit to the party whose cost falls most by it; return the units of each party.

    ``costs[i][k]`` is the cost of party i with k units.  Ties go to the party with fewer units
    beyond its ``least``, then to the earlier one.  The allocation ends before a unit that raises
    the cost, or, without ``spend``, leaves it unchanged.
    """

    def change(i: int, k: int) -> Any:
        return costs[i][k + 1] - costs[i][k]

    def ends(i: int, k: int) -> bool:
        return bool(change(i, k) > 0 or (not spend and change(i, k) >= 0))

    return one_by_one(
        least,
        [len(own) - 1 for own in costs],
        supply,
        lambda i, k: (change(i, k), k - least[i]),
        ends,
    )


def container_greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate containers one by one to the group whose latency falls most."""
    least = [group.lower for group in instance.groups]
    costs = [[None] * group.lower + list(group.latency) for group in instance.groups]
    units = by_change(least, costs, instance.containers, spend=False)
    return {
        "containers": {
            group.name: count for group, count in zip(instance.groups, units, strict=True)
        }
    }


def core_greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate core by core to the job that gains most by it (Algorithms 4 and 5)."""
    least = [job.min_cores for job in instance.jobs]
    return _cores_of(instance, by_change(least, _costs(instance), instance.cores, spend=True))


def max_min_greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate core by core to the job with the largest loss (3.3.3)."""
    costs = _costs(instance)
    return _cores_one_by_one(instance, lambda i, cores: -costs[i][cores])


def fair_cores(instance: Any) -> dict[str, dict[str, int]]:
    """Divide the cores equally, within each job's minimum and maximum."""
    return _cores_one_by_one(instance, lambda _, cores: cores)


def _cores_one_by_one(instance: Any, key: Choice) -> dict[str, dict[str, int]]:
    least, most = ([getattr(j, e) for j in instance.jobs] for e in ("min_cores", "max_cores"))
    return _cores_of(instance, one_by_one(least, most, instance.cores, key))


def _costs(instance: Any) -> list[list[Any]]:
    """Return the weighted losses, or minus the weighted gains, by job and cores."""
    if instance.objective == "max-sum":
        return [[-job.weight * gain for gain in job.gain] for job in instance.jobs]
    return [[job.weight * loss for loss in job.loss] for job in instance.jobs]


def _cores_of(instance: Any, cores: list[int]) -> dict[str, dict[str, int]]:
    return {"cores": {job.name: count for job, count in zip(instance.jobs, cores, strict=True)}}


def fox(instance: Any) -> dict[str, dict[str, Any]]:
    """Allocate MIPS step by step to the job whose importance rises most by it (Fox, 1966)."""
    curves = [job.templates[0] for job in instance.jobs]
    costs = [[-worth for worth in curve.importance] for curve in curves]
    units = by_change([0] * len(curves), costs, int(instance.mips / curves[0].mips[1]), spend=True)
    return {
        "jobs": {
            job.name: {"template": curve.name, "mips": curve.mips[k]}
            for job, curve, k in zip(instance.jobs, curves, units, strict=True)
        }
    }


def coldest_first(instance: Any) -> dict[str, list[str]]:
    """Evict in order of temperature until the need is covered (Eigen, 5.2)."""
    frees = instance.free or [0] * len(instance.request)
    missing = [wanted - free for wanted, free in zip(instance.request, frees, strict=True)]
    movable = [resident for resident in instance.residents if not resident.keep]
    evicted = []
    for resident in sorted(movable, key=lambda resident: resident.temperature):
        if all(amount <= 0 for amount in missing):
            break
        evicted.append(resident)
        missing = [amount - held for amount, held in zip(missing, resident.demand, strict=True)]
    return _evictions_of(instance, evicted)


def primal_dual(instance: Any) -> dict[str, list[str]]:
    """Let a price of the missing amount rise until it pays for a resident (Carnes and Shmoys).

    One resource is missing.  Unnecessary residents are dropped afterwards, the last first.
    """
    (need,), frees = instance.need.tolist(), instance.frees[:, 0].tolist()
    left = [i for i, own in enumerate(instance.residents) if not own.keep and frees[i] > 0]
    slack = {i: instance.residents[i].temperature for i in left}
    missing, evicted = need, []
    while missing > 0:
        useful = {i: min(frees[i], missing) for i in left}
        first = min(left, key=lambda i: slack[i] / useful[i])
        price = slack[first] / useful[first]
        for i in left:
            slack[i] = slack[i] - price * useful[i]
        left.remove(first)
        evicted.append(first)
        missing -= frees[first]
    for i in list(reversed(evicted)):
        if sum(frees[k] for k in evicted if k != i) >= need:
            evicted.remove(i)
    return _evictions_of(instance, [instance.residents[i] for i in evicted])


def _evictions_of(instance: Any, evicted: list[Any]) -> dict[str, list[str]]:
    names = {resident.name for resident in evicted}
    return {"evict": [resident.name for resident in instance.residents if resident.name in names]}


def ipa(instance: Any) -> dict[str, list[int]]:
    """Assign the instance with the largest best possible latency first (Algorithm 1).

    Of equal best latencies, the row that is lexicographically larger goes first.
    """
    latency, room = instance.latency, instance.beta.tolist()
    machine = [-1] * len(latency)
    left = list(range(len(latency)))
    while left:
        free = [j for j in range(len(room)) if room[j] > 0]
        best = {i: min(latency[i][j] for j in free) for i in left}
        i = max(left, key=lambda i: (best[i], tuple(latency[i])))
        j = min(free, key=lambda j: latency[i][j])
        machine[i] = j
        room[j] -= 1
        left.remove(i)
    return {"machine": machine}


def fuxi(instance: Any) -> dict[str, list[int]]:
    """Assign the instances in file order to the machines with fewest so far, in watermark order."""
    room = instance.beta.tolist()
    marks = [0] * len(room) if instance.utilization is None else instance.utilization
    order = sorted(range(len(room)), key=lambda j: marks[j])
    taken = [0] * len(room)
    machine = []
    for _ in range(len(instance.latency)):
        j = min((j for j in order if taken[j] < room[j]), key=lambda j: taken[j])
        taken[j] += 1
        machine.append(j)
    return {"machine": machine}


def bottleneck(instance: Any) -> dict[str, list[int]]:
    """Raise the largest allowed latency from the first bound until every instance has a machine."""
    latency, room = instance.latency, instance.beta.tolist()
    level = max(min(row) for row in latency)
    while True:
        on: list[list[int]] = [[] for _ in room]
        if all(_fits(i, latency, room, level, on, set()) for i in range(len(latency))):
            return {
                "machine": [
                    next(j for j in range(len(on)) if i in on[j]) for i in range(len(latency))
                ]
            }
        level = min(value for row in latency for value in row if value > level)


def _fits(
    i: int, latency: Any, room: list[int], level: Any, on: list[list[int]], seen: set[int]
) -> bool:
    """Put instance i on a machine by an augmenting path; return whether there is one."""
    for j in range(len(room)):
        if j in seen or latency[i][j] > level:
            continue
        seen.add(j)
        if len(on[j]) < room[j]:
            on[j].append(i)
            return True
        for other in on[j]:
            if _fits(other, latency, room, level, on, seen):
                on[j][on[j].index(other)] = i
                return True
    return False


def first_fit(instance: Any) -> dict[str, dict[str, str]]:
    """Place every request on the first machine with room."""
    return _place(instance, lambda used, room: used[0])


def best_fit(instance: Any) -> dict[str, dict[str, str]]:
    """Place every request on the machine in use with the least remaining room."""
    return _place(instance, lambda used, room: min(used, key=lambda j: room[j]))


def worst_fit(instance: Any) -> dict[str, dict[str, str]]:
    """Place every request on the machine in use with the most remaining room."""
    return _place(instance, lambda used, room: max(used, key=lambda j: room[j]))


def _place(
    instance: Any, choose: Callable[[list[int], list[Any]], int]
) -> dict[str, dict[str, str]]:
    """Place the requests in the order of the file, on machines in use if one has room."""
    room = [machine.capacity[0] for machine in instance.machines]
    opened: set[int] = set()
    placed = {}
    for item in instance.items:
        (size,) = item.demand
        fitting = [j for j in range(len(room)) if room[j] >= size]
        j = choose([j for j in fitting if j in opened] or fitting[:1], room)
        opened.add(j)
        room[j] = room[j] - size
        placed[item.name] = instance.machines[j].name
    return {"machine": placed}


StockRule: TypeAlias = Callable[[list[Any], Any, list[int]], tuple[int, int]]


def minimum_stock(instance: Any) -> dict[str, list[int]]:
    """Hold the least stock without a shortage until the next delivery (Algorithms 4 and 5)."""
    lead = instance.lead

    def rule(needed: list[Any], stock: Any, due: list[int]) -> tuple[int, int]:
        until, change = _largest_need(needed[:lead], due)
        after, _ = _largest_need(needed[lead:], due[lead:])
        target = after - change
        return number_of(target - stock, 1), whole_part(stock - max(until, target))

    return _replay(instance, rule)


def base_stock(instance: Any) -> dict[str, list[int]]:
    """Order up to the forecast demand of the next lead + period days; never remove."""

    def rule(needed: list[Any], stock: Any, due: list[int]) -> tuple[int, int]:
        position = stock + sum(due[: instance.lead + instance.period])
        return number_of(max(0, sum(needed)) - position, 1), 0

    return _replay(instance, rule)


def _largest_need(needed: list[Any], due: list[int]) -> tuple[Any, Any]:
    """Return the stock that prevents a shortage in an interval, and the change in it (Alg. 5)."""
    change = largest = 0
    for demand, arriving in zip(needed, due, strict=False):
        change = change + arriving - demand
        largest = max(largest, -change)
    return largest, change


def _replay(instance: Any, rule: StockRule) -> dict[str, list[int]]:
    """Apply a rule at every review; orders that arrive after the last day are dropped."""
    demand, days, stock = instance.demand, len(instance.demand), instance.stock
    due = [*instance.pipeline, *[0] * (days - len(instance.pipeline))]
    order, remove = [], []
    for day in range(days):
        if day in instance.reviews:
            ahead = list(demand[day : day + instance.lead + instance.period])
            ordered, removed = rule(ahead, stock, due[day:])
            arrives = day + instance.lead
            if arrives < days:
                due[arrives] += ordered
            order.append(ordered if arrives < days else 0)
            remove.append(removed)
            stock = stock - removed
        stock = stock + due[day] - demand[day]
    return {"order": order, "remove": remove}


def constant_percentage(instance: Any) -> dict[str, list[int]]:
    """Configure 5% more memory than is in use, within the limits on changes (Eigen, 4.2)."""
    size, lead = instance.machine_size, instance.lead
    needed = [number_of(used, size) for used in instance.allocated]
    wished = [number_of(used + used * 5 / 100, size) for used in instance.allocated]
    start = needed[0] if instance.configured is None else instance.configured
    rise, fall = (inf if most is None else most for most in (instance.max_up, instance.max_down))
    machines = [start] * len(needed)
    for t in range(lead, len(needed)):
        least = max(machines[t - 1] - fall, min(machines[t - 1], needed[t - 1]))
        machines[t] = max(min(wished[t - lead], machines[t - 1] + rise), least)
    return {"machines": machines}


PLAIN_METHODS: dict[tuple[str, str], Callable[[Any], dict[str, Any]]] = {
    ("cluster_ratio", "greedy"): container_greedy,
    ("cold_stock", "base-stock"): base_stock,
    ("cold_stock", "minimum-stock"): minimum_stock,
    ("consolidation", "best-fit"): best_fit,
    ("consolidation", "first-fit"): first_fit,
    ("consolidation", "worst-fit"): worst_fit,
    ("eviction", "coldest-first"): coldest_first,
    ("eviction", "primal-dual"): primal_dual,
    ("macroq", "fox"): fox,
    ("placement", "bottleneck"): bottleneck,
    ("placement", "fuxi"): fuxi,
    ("placement", "ipa"): ipa,
    ("utility", "fair"): fair_cores,
    ("utility", "greedy"): core_greedy,
    ("utility", "max-min-greedy"): max_min_greedy,
    ("warm_pool", "constant-percentage"): constant_percentage,
}
