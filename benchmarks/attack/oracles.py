"""Every plan of a small instance and what it is worth, from the raw document and the definitions.

Nothing here comes from optgap: no checker, no model, no instance class.  `PLANS[problem]` yields
the decisions that break no rule, with their objective or objectives; `BEST[problem]` is the optimum
of a problem whose decisions are continuous.  Numbers are the decimals that the document states.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog

Document = dict[str, Any]
Plan = tuple[Any, Any]  # a decision, and its objective or the tuple of its objectives


def exact(number: float) -> Fraction:
    """Return the decimal that a number is written as."""
    return Fraction(str(number))


def placement(d: Document) -> Iterator[Plan]:
    """Each instance on one machine, no more on a machine than it has room for."""
    latency, count = d["latency"], len(d["latency"][0])
    for machine in itertools.product(range(count), repeat=len(latency)):
        times = [row[j] for row, j in zip(latency, machine, strict=True)]
        held = [machine.count(j) for j in range(count)]
        if None not in times and all(h <= c for h, c in zip(held, d["capacity"], strict=True)):
            yield {"machine": list(machine)}, max(times)


def resource_plan(d: Document) -> Iterator[Plan]:
    """One option for each instance; every objective is a sum or a maximum."""
    for option in itertools.product(*(range(len(options)) for options in d["options"])):
        rows = [options[k] for options, k in zip(d["options"], option, strict=True)]
        columns = zip(*rows, strict=True)
        values = [
            max(column) if goal["aggregate"] == "max" else float(sum(map(exact, column)))
            for goal, column in zip(d["objectives"], columns, strict=True)
        ]
        yield {"option": list(option)}, tuple(values)


def stage(d: Document) -> Iterator[Plan]:
    """A machine and a configuration for each instance, within the machines' resources."""
    latency, kinds, rooms = d["latency"], d["configurations"], d["available"]
    price = [sum(exact(w) * exact(t) for w, t in zip(d["weights"], k, strict=True)) for k in kinds]
    choices = list(itertools.product(range(len(rooms)), range(len(kinds))))
    for chosen in itertools.product(choices, repeat=len(latency)):
        times = [latency[i][k][j] for i, (j, k) in enumerate(chosen)]
        if None in times:
            continue
        fits = all(
            sum(exact(kinds[k][r]) for j, k in chosen if j == machine) <= exact(room[r])
            for machine, room in enumerate(rooms)
            for r in range(len(room))
        )
        most = d.get("max_per_machine")
        held = [sum(1 for j, _ in chosen if j == machine) for machine in range(len(rooms))]
        if fits and (most is None or max(held) <= most):
            cost = sum(exact(t) * price[k] for t, (_, k) in zip(times, chosen, strict=True))
            decision = {"machine": [j for j, _ in chosen], "configuration": [k for _, k in chosen]}
            yield decision, (max(times), float(cost))


def cluster_ratio(d: Document) -> Iterator[Plan]:
    """Containers for each group, within its bounds and those of the cluster."""
    groups = d["groups"]
    for amounts in itertools.product(*(range(g["lower"], g["upper"] + 1) for g in groups)):
        if sum(amounts) <= d["containers"]:
            value = sum(
                exact(g["latency"][a - g["lower"]]) for g, a in zip(groups, amounts, strict=True)
            )
            names = [g["name"] for g in groups]
            yield {"containers": dict(zip(names, amounts, strict=True))}, float(value)


def eviction(d: Document) -> Iterator[Plan]:
    """Residents who leave free what the request lacks; the sum of their temperatures counts."""
    free = d.get("free") or [0.0] * len(d["request"])
    lack = [exact(r) - exact(f) for r, f in zip(d["request"], free, strict=True)]
    may = [r for r in d["residents"] if not r.get("keep")]

    def heat(resident: Document) -> Fraction:
        if "temperature" in resident:
            return exact(resident["temperature"])
        return sum(
            (exact(d["weights"][f]) * exact(v) for f, v in resident["factors"].items()), Fraction(0)
        )

    for size in range(len(may) + 1):
        for leaving in itertools.combinations(may, size):
            freed = [sum(exact(r["demand"][k]) for r in leaving) for k in range(len(lack))]
            if all(f >= need for f, need in zip(freed, lack, strict=True)):
                yield {"evict": [r["name"] for r in leaving]}, float(sum(map(heat, leaving)))


def utility(d: Document) -> Iterator[Plan]:
    """Cores for each job; the weighted gains are added, or the worst weighted loss counts."""
    jobs, adds = d["jobs"], d["objective"] == "max-sum"
    curves = [job["gain" if adds else "loss"] for job in jobs]
    for cores in itertools.product(*(range(j["min_cores"], j["max_cores"] + 1) for j in jobs)):
        if sum(cores) <= d["cores"]:
            values = [
                exact(job["weight"]) * exact(curve[a])
                for job, curve, a in zip(jobs, curves, cores, strict=True)
            ]
            names = [job["name"] for job in jobs]
            decision = {"cores": dict(zip(names, cores, strict=True))}
            yield decision, float(sum(values) if adds else max(values))


def warm_pool(d: Document) -> Iterator[Plan]:
    """Machines in each tick: late, in ramps, never taken from what is in use."""
    size, used = exact(d["machine_size"]), [exact(o) for o in d["allocated"]]
    needs = [math.ceil(o / size) for o in used]
    start, lead, ticks = d.get("configured", needs[0]), d.get("lead", 1), len(used)
    up, down = d.get("max_up") or math.inf, d.get("max_down") or math.inf
    top = max([start, *needs])
    for tail in itertools.product(range(top + 1), repeat=ticks - lead):
        plan = [start] * lead + list(tail)
        before = [start, *plan[:-1]]
        if any(c - b > up or b - c > down for c, b in zip(plan, before, strict=True)):
            continue
        if any(plan[t] < min(plan[t - 1], needs[t - 1]) for t in range(1, ticks)):
            continue
        short = sum(size * c < o for c, o in zip(plan, used, strict=True))
        if d.get("max_short") is not None and short > d["max_short"]:
            continue
        warm = sum(max(Fraction(0), size * c - o) for c, o in zip(plan, used, strict=True))
        more = sum(max(0, c - b) for c, b in zip(plan, before, strict=True))
        cost = exact(d.get("configure_cost", 0)) * more + exact(d.get("short_cost", 0)) * short
        yield {"machines": plan}, float(warm + cost)


def cold_stock(d: Document) -> Iterator[Plan]:
    """Orders and removals at each review; unmet demand is owed."""
    demand = [exact(x) for x in d["demand"]]
    days, lead = len(demand), d["lead"]
    reviews = list(range(d.get("first_review", 0), days, d["period"]))
    due = [*d.get("pipeline", []), *[0] * days][:days]
    top = math.ceil(sum(max(Fraction(0), x) for x in demand)) + d["stock"] + sum(due)
    top = min(top, 6)  # enough for what is drawn
    for order in itertools.product(range(top + 1), repeat=len(reviews)):
        if any(q and t + lead >= days for q, t in zip(order, reviews, strict=True)):
            continue
        for removed in itertools.product(range(top + 1), repeat=len(reviews)):
            value = _stock_cost(d, demand, due, reviews, order, removed)
            if value is not None:
                yield {"order": list(order), "remove": list(removed)}, value


def _stock_cost(
    d: Document,
    demand: list[Fraction],
    due: list[int],
    reviews: list[int],
    order: Any,
    removed: Any,
) -> float | None:
    level, held, short = Fraction(d["stock"]), Fraction(0), 0
    for t, taken in enumerate(demand):
        if t in reviews:
            away = removed[reviews.index(t)]
            if away > max(Fraction(0), level):
                return None
            level -= away
        if t - d["lead"] in reviews:
            level += order[reviews.index(t - d["lead"])]
        level += due[t] - taken
        held, short = held + max(Fraction(0), level), short + (level < 0)
    if d.get("max_short") is not None and short > d["max_short"]:
        return None
    costs = [("holding_cost", held), ("order_cost", sum(order)), ("removal_cost", sum(removed))]
    return float(
        sum(exact(d.get(name, 0)) * amount for name, amount in [*costs, ("short_cost", short)])
    )


def consolidation(d: Document) -> Iterator[Plan]:
    """Items on machines within their usable shares and the budget; machines in use count."""
    machines, items = d["machines"], d["items"]
    names = [m["name"] for m in machines]
    rooms = [
        [
            exact(c) * exact(share)
            for c, share in zip(m["capacity"], m.get("limit") or [1] * 9, strict=False)
        ]
        for m in machines
    ]
    sizes = [[exact(x) for x in i["demand"]] for i in items]
    now = {i.get("machine") for i in items}
    priced = d.get("objective") == "price"
    closed = {
        m["name"]
        for m in machines
        if d.get("empty_machines", "keep") == "keep" and m["name"] not in now and not m.get("keep")
    }
    for chosen in itertools.product(range(len(names)), repeat=len(items)):
        pairs = list(zip(items, chosen, strict=True))
        if any(
            (names[j] != i.get("machine"))
            and (
                (i.get("machine") is not None and (names[j] in closed or i.get("fixed")))
                or (i.get("allowed_machines") is not None and names[j] not in i["allowed_machines"])
            )
            for i, j in pairs
        ):
            continue
        moved = sum(
            exact(i.get("migration_cost", 1))
            for i, j in pairs
            if i.get("machine") not in (None, names[j])
        )
        budget = d.get("migration_budget")
        if budget is not None and moved > exact(budget):
            continue
        if all(
            sum(sizes[i][r] for i, j in enumerate(chosen) if j == machine) <= room[r]
            for machine, room in enumerate(rooms)
            for r in range(len(room))
        ):
            used = {*chosen, *(j for j, m in enumerate(machines) if m.get("keep"))}
            value = sum(exact(machines[j]["price"]) if priced else 1 for j in used)
            decision = {"machine": {i["name"]: names[j] for i, j in pairs}}
            yield decision, float(value)


def macroq(d: Document) -> Iterator[Plan]:
    """Jobs without streams, at the points of their curves, legal by rank."""
    options = [
        [None, *((t, k) for t in job["templates"] for k in range(len(t["mips"])))]
        for job in d["jobs"]
    ]
    for chosen in itertools.product(*options):
        pairs = list(zip(d["jobs"], chosen, strict=True))
        if any(job.get("required") and pick is None for job, pick in pairs):
            continue
        out = [job["rank"] for job, pick in pairs if pick is None]
        if any(pick is not None and any(job["rank"] > rank for rank in out) for job, pick in pairs):
            continue
        taken = [(t["mips"][k], t["importance"][k]) for t, k in (p for p in chosen if p)]
        if sum(exact(mips) for mips, _ in taken) <= exact(d["mips"]):
            decision = {
                job["name"]: {"template": pick[0]["name"], "mips": pick[0]["mips"][pick[1]]}
                for job, pick in pairs
                if pick
            }
            yield {"jobs": decision}, float(sum(exact(worth) for _, worth in taken))


def macrow(d: Document) -> Iterator[Plan]:
    """Candidate nodes for each PE; utilisations of nodes and of the links between clusters."""
    nodes, pes = d["nodes"], d["pes"]
    names, mips = [n["name"] for n in nodes], {n["name"]: exact(n["mips"]) for n in nodes}
    cluster = {n["name"]: n["cluster"] for n in nodes}
    sets = [s for k in range(len(names) + 1) for s in itertools.combinations(names, k)]
    options = [
        [
            s
            for s in sets
            if pe.get("min_nodes", 1) <= len(s) <= (pe.get("max_nodes") or len(names))
            and set(s) <= set(pe.get("allowed_nodes") or names)
            and sum(_usable(pe, n, mips) for n in s)
            >= exact(pe.get("fairness", 1)) * exact(pe["goal"])
        ]
        for pe in pes
    ]
    weights = {k: exact((d.get("weights") or {}).get(k, 1)) for k in
               ("mean_node", "max_node", "mean_link", "max_link")}  # fmt: skip
    for chosen in itertools.product(*options):
        at = {pe["name"]: s for pe, s in zip(pes, chosen, strict=True)}
        if any(set(at[a]) & set(at[b]) for a, b in d.get("exlocated") or ()):
            continue
        if any(set(at[a]) != set(at[b]) for a, b in d.get("colocated") or ()):
            continue
        if any(sum(n in s for s in chosen) > (node.get("max_pes") or len(pes))
               for n, node in zip(names, nodes, strict=True)):  # fmt: skip
            continue
        load = {
            n: sum((_usable(pe, n, mips) for pe, s in zip(pes, chosen, strict=True) if n in s), 0)
            for n in names
        }
        shares = [Fraction(load[n]) / mips[n] for n in names]
        links = []
        for link in d.get("links") or ():
            a, b = link["between"]
            crossing = Fraction(0)
            for stream in d.get("streams") or ():
                sides = {cluster[n] for n in (*at[stream["from"]], *at[stream["to"]])}
                crossing += exact(stream["rate"]) if {a, b} <= sides else 0
            links.append(crossing / exact(link["capacity"]))
        value = weights["mean_node"] * sum(shares) / len(shares) + weights["max_node"] * max(shares)
        if links:
            value += weights["mean_link"] * sum(links) / len(links)
            value += weights["max_link"] * max(links)
        yield {"candidates": {name: list(s) for name, s in at.items()}}, float(value)


def _usable(pe: Document, node: str, mips: dict[str, Fraction]) -> Fraction:
    usable = (pe.get("usable_mips") or {}).get(node)
    return mips[node] if usable is None else exact(usable)


def utility_course(d: Document) -> Iterator[Plan]:
    """Whole cores for each job and epoch; progress is integrated batch by batch."""
    jobs, epochs, cores = d["jobs"], d["epochs"], d["cores"]
    rows = list(itertools.product(range(cores + 1), repeat=epochs))
    own = []
    for job in jobs:
        courses = []
        for row in rows:
            errors = _errors(d, job, row)
            if errors is not None:
                courses.append((row, errors))
        own.append(courses)
    for chosen in itertools.product(*own):
        if any(sum(row[t] for row, _ in chosen) > cores for t in range(epochs)):
            continue
        decision = {"cores": {j["name"]: list(r) for j, (r, _) in zip(jobs, chosen, strict=True)}}
        yield decision, _course_value(d, [errors for _, errors in chosen])


def _errors(d: Document, job: Document, row: tuple[int, ...]) -> list[Fraction] | None:
    """Return the error at the end of each epoch from the job's arrival on; none if refused."""
    error, batch = [exact(e) for e in job["error"]], job["batch"]
    least, most = job.get("min_cores", 0), job.get("max_cores") or d["cores"]
    done, values, last = Fraction(0), [], len(error) - 1
    for t, amount in enumerate(row):
        if t < job["arrives"] or done >= last:
            if amount:
                return None
        else:
            if not least <= amount <= most:
                return None
            left = exact(d["epoch"])
            while amount and left > 0 and done < last:
                number = math.floor(done) + 1
                seconds = (exact(batch["base"]) + exact(batch.get("growth", 0)) * number) / amount
                seconds += exact(batch.get("overhead", 0))
                part = min(number - done, left / seconds)
                done, left = done + part, left - part * seconds
        if t >= job["arrives"]:
            low = math.floor(done)
            part = Fraction(0) if d.get("whole_batches") else done - low
            values.append(error[low] + (part * (error[low + 1] - error[low]) if part else 0))
    return values


def _course_value(d: Document, errors: list[list[Fraction]]) -> float:
    jobs = d["jobs"]
    if d["objective"] == "mean-loss":
        weights = [exact(job.get("weight", 1)) for job in jobs]
        total = sum(w * sum(own) for w, own in zip(weights, errors, strict=True))
        return float(total / sum(w * len(own) for w, own in zip(weights, errors, strict=True)))
    level = 1 - exact(d["level"])
    late = [
        1 + sum(error > level * exact(job["error"][0]) for error in own)
        for job, own in zip(jobs, errors, strict=True)
    ]
    return float(exact(d["epoch"]) * sum(late) / len(jobs))


def microq(d: Document) -> float | None:
    """Every choice of segments, and a linear program for each."""
    components = d["components"]
    pes = [(c, pe) for c, component in enumerate(components) for pe in component["pes"]]
    pairs = [(k, n) for k, (_, pe) in enumerate(pes) for n in pe["nodes"]]
    size = len(components) + len(pairs)
    best = None
    for choice in itertools.product(*(range(len(c["mips"]) - 1) for c in components)):
        cost, constant, bounds, equal, upper = np.zeros(size), 0.0, [], [], []
        for c, (component, r) in enumerate(zip(components, choice, strict=True)):
            x, y = component["mips"][r : r + 2], component["importance"][r : r + 2]
            slope = (y[1] - y[0]) / (x[1] - x[0])
            cost[c], constant = -slope, constant + y[0] - slope * x[0]
            bounds.append((x[0], x[1]))
        for k, (c, pe) in enumerate(pes):
            r = choice[c]
            x, g = components[c]["mips"][r : r + 2], pe["pacing"][r : r + 2]
            slope, row = (g[1] - g[0]) / (x[1] - x[0]), np.zeros(size)
            row[len(components) :] = [q == k for q, _ in pairs]
            most = pe.get("max_mips")
            upper += [(row.copy(), 1e9 if most is None else most), (-row, -pe.get("min_mips", 0))]
            row[c] = -slope
            equal.append((row, g[0] - slope * x[0]))
        for node in d["nodes"]:
            row = np.zeros(size)
            row[len(components) :] = [n == node["name"] for _, n in pairs]
            upper.append((row, node["mips"]))
        found = _linear(cost, upper, equal, bounds + [(0, None)] * len(pairs))
        if found is not None:
            best = constant - found if best is None else max(best, constant - found)
    return best


def microw(d: Document) -> float | None:
    """Every set of nodes that stay untouched, every choice of ranges, and a linear program."""
    mips = {n["name"]: n["mips"] for n in d["nodes"]}
    pes, names = d["pes"], list(mips)
    before = d.get("previous") or {}
    pairs = [
        (p, n, float((before.get(pe["name"]) or {}).get(n, 0)))
        for p, pe in enumerate(pes)
        for n in dict.fromkeys([*pe["nodes"], *(before.get(pe["name"]) or {})])
    ]
    ranges = [
        ((pes[p].get("allowed") or {}).get(n) or [[0, 1]]) if n in pes[p]["nodes"] else [[0, 0]]
        for p, n, _ in pairs
    ]
    most = d.get("max_touched_nodes")
    best = None
    for free in itertools.chain.from_iterable(
        itertools.combinations(names, k) for k in range(len(names) + 1)
    ):
        if len(free) != (len(names) if most is None else min(most, len(names))):
            continue
        for chosen in itertools.product(*ranges):
            value = _shares(d, pairs, chosen, set(free), mips)
            if value is not None:
                best = value if best is None else min(best, value)
    return best


def _shares(
    d: Document, pairs: list[Any], chosen: Any, free: set[str], mips: dict[str, float]
) -> float | None:
    """The columns are the rises and the falls of the shares, then what a PE has beyond or short."""
    pes, k = d["pes"], len(pairs)
    size = 2 * k + 2 * len(pes)
    speed = np.array([mips[n] for _, n, _ in pairs])
    upper, equal, bounds = [], [], []
    for i, ((p, n, f), (low, high)) in enumerate(zip(pairs, chosen, strict=True)):
        row = np.zeros(size)
        row[[i, k + i]] = 1, -1
        upper += [(row, high - f), (-row, f - low)]
        fixed = n not in free or n in (pes[p].get("fixed") or ())
        bounds.append((0, 0 if fixed else None))
    for name in mips:
        row = np.zeros(size)
        on = np.array([float(n == name) for _, n, _ in pairs])
        row[: 2 * k] = np.concatenate([on, -on])
        upper.append((row, 1 - sum(f for _, n, f in pairs if n == name)))
    for p, pe in enumerate(pes):
        own = np.array([float(q == p) for q, _, _ in pairs]) * speed
        row = np.zeros(size)
        row[: 2 * k] = np.concatenate([own, -own])
        row[[2 * k + p, 2 * k + len(pes) + p]] = -1, 1
        equal.append((row, pe["goal"] - sum(mips[n] * f for q, n, f in pairs if q == p)))
        if pe.get("max_change") is not None:
            row = np.zeros(size)
            row[: 2 * k] = np.concatenate([own, own])
            upper.append((row, pe["max_change"]))
    if d.get("max_total_change") is not None:
        row = np.zeros(size)
        row[: 2 * k] = np.concatenate([speed, speed])
        upper.append((row, d["max_total_change"]))
    cost = np.concatenate([np.zeros(2 * k), np.ones(2 * len(pes))])
    return _linear(cost, upper, equal, [*bounds, *bounds, *[(0, None)] * (2 * len(pes))])


def _linear(cost: Any, upper: list[Any], equal: list[Any], bounds: list[Any]) -> float | None:
    sides = [
        (np.array([r for r, _ in rows]), np.array([b for _, b in rows])) for rows in (upper, equal)
    ]
    found = linprog(cost, *sides[0], *sides[1], bounds)
    return float(found.fun) if found.status == 0 else None


PLANS: dict[str, Callable[[Document], Iterator[Plan]]] = {
    each.__name__: each
    for each in (
        *(placement, resource_plan, stage, cluster_ratio, eviction, utility, warm_pool),
        *(cold_stock, consolidation, macroq, macrow, utility_course),
    )
}
BEST: dict[str, Callable[[Document], float | None]] = {"microq": microq, "microw": microw}
MAXIMISED = ("macroq", "microq")
