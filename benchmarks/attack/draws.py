"""Small random documents of every problem: ties, zeros, decimals, and any unit."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]


class Draw:
    """Random numbers of one style, which a document keeps: coarse, decimal, in any unit."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.digits = rng.choice([0, 0, 1, 2, 3])
        self.unit = rng.choice([1.0] * 6 + [1e-6, 1e-3, 1e3, 1e6, 1e9])
        self.values = [self.number(1, 9) for _ in range(rng.choice([3, 50]))]  # few: many ties

    def number(self, low: float, high: float, unit: float = 1.0) -> float:
        """Return a decimal in a range; with few digits, and a unit if asked for."""
        return float(f"{round(self.rng.uniform(low, high), self.digits) * unit:.12g}")

    def value(self, unit: bool = True) -> float:
        """Return one of the document's values, in its unit."""
        return float(f"{self.rng.choice(self.values) * (self.unit if unit else 1.0):.12g}")

    def count(self, low: int, high: int) -> int:
        """Return an integer."""
        return self.rng.randint(low, high)

    def maybe(self, share: float) -> bool:
        """Return whether something is so, with a probability."""
        return self.rng.random() < share

    def steps(self, count: int, unit: float = 1.0) -> list[float]:
        """Return numbers that grow by at least a tenth of the first digit."""
        at, found = 0.0, []
        for _ in range(count):
            at = round(at + max(10.0**-self.digits, self.number(0, 5)), 3)
            found.append(float(f"{at * unit:.12g}"))
        return found


def placement(d: Draw) -> Document:
    """Latencies with ties and impossible pairs; just enough room, or too little."""
    m, n = d.count(1, 5), d.count(1, 4)
    latency = [[None if d.maybe(0.1) else d.value() for _ in range(n)] for _ in range(m)]
    return {"latency": latency, "capacity": [d.count(0, 3) for _ in range(n)]}


def resource_plan(d: Draw) -> Document:
    """Two to four objectives over a few options each."""
    kinds = ["max", "sum"]
    goals = [{"name": f"g{k}", "aggregate": d.rng.choice(kinds)} for k in range(d.count(2, 3))]
    units = [d.rng.choice([1.0, d.unit]) for _ in goals]
    options = [
        [[d.number(1, 9, unit) or unit for unit in units] for _ in range(d.count(1, 4))]
        for _ in range(d.count(1, 4))
    ]
    return {"objectives": goals, "options": options}


def stage(d: Draw) -> Document:
    """Machines with a room for each resource, and a few configurations."""
    m, n, kinds, resources = d.count(1, 3), d.count(1, 3), d.count(1, 2), d.count(1, 2)
    latency = [
        [[None if d.maybe(0.1) else d.value() for _ in range(n)] for _ in range(kinds)]
        for _ in range(m)
    ]
    document: Document = {
        "configurations": [[d.number(1, 3) or 1.0 for _ in range(resources)] for _ in range(kinds)],
        "weights": [d.number(0, 2) for _ in range(resources)],
        "latency": latency,
        "available": [[d.number(0, 6) for _ in range(resources)] for _ in range(n)],
        "default_configuration": 0,
    }
    if d.maybe(0.3):
        document["max_per_machine"] = d.count(1, 2)
    return document


def cluster_ratio(d: Draw) -> Document:
    """Curves of any shape."""
    groups = []
    for k in range(d.count(1, 4)):
        lower = d.count(0, 3)
        upper = lower + d.count(0, 4)
        curve = [d.value() for _ in range(lower, upper + 1)]
        if d.maybe(0.6):
            curve.sort(reverse=True)
        groups.append({"name": f"g{k}", "lower": lower, "upper": upper, "latency": curve})
    return {"containers": d.count(1, 14), "groups": groups}


def eviction(d: Draw) -> Document:
    """Residents with temperatures or weighted factors; some are kept."""
    resources = [f"r{k}" for k in range(d.count(1, 3))]
    weighted = d.maybe(0.4)
    residents = []
    for k in range(d.count(1, 8)):
        resident: Document = {"name": f"db{k}", "demand": [d.value() for _ in resources]}
        if weighted and d.maybe(0.8):
            resident["factors"] = {"f": d.number(0, 3), "g": d.number(0, 3)}
        else:
            resident["temperature"] = d.number(0, 4)
        if d.maybe(0.15):
            resident["keep"] = True
        residents.append(resident)
    document: Document = {
        "resources": resources,
        "request": [d.number(0, 25, d.unit) for _ in resources],
        "residents": residents,
    }
    if weighted:
        document["weights"] = {"f": d.number(0, 3), "g": d.number(0, 3)}
    if d.maybe(0.4):
        document["free"] = [d.number(0, 5, d.unit) for _ in resources]
    return document


def utility(d: Draw) -> Document:
    """Gains or losses of any shape."""
    adds = d.maybe(0.5)
    jobs = []
    for k in range(d.count(1, 4)):
        most = d.count(0, 4)
        curve = [d.number(0, 9) for _ in range(most + 1)]
        if d.maybe(0.6):
            curve.sort(reverse=not adds)
        least = d.count(0, min(1, most))
        job: Document = {"name": f"j{k}", "min_cores": least, "max_cores": most}
        jobs.append(job | {"weight": d.number(0, 3) or 1.0, "gain" if adds else "loss": curve})
    return {"cores": d.count(1, 10), "epoch": 1.0, "objective": "max-sum" if adds else "max-min",
            "jobs": jobs}  # fmt: skip


def warm_pool(d: Draw) -> Document:
    """A few ticks; ramps, short ticks and costs that may be absent."""
    ticks = d.count(2, 6)
    size = d.number(1, 9) or 1.0
    document: Document = {
        "allocated": [float(f"{d.number(0, 4) * size:.12g}") for _ in range(ticks)],
        "machine_size": size,
        "configured": d.count(0, 4),
        "lead": d.count(1, min(2, ticks - 1)),
    }
    for name in ("max_up", "max_down"):
        if d.maybe(0.6):
            document[name] = d.count(1, 2)
    if d.maybe(0.7):
        document["max_short"] = d.count(0, 3)
    if d.maybe(0.6) or "max_short" not in document:
        document["short_cost"] = d.number(0, 9) or 1.0
    if d.maybe(0.6):
        document["configure_cost"] = d.number(0, 9)
    return document


def cold_stock(d: Draw) -> Document:
    """Net demand of any sign, few reviews."""
    days = d.count(2, 6)
    document: Document = {
        "demand": [
            float(d.count(-1, 2)) if d.digits == 0 else d.number(-1, 2) for _ in range(days)
        ],
        "stock": d.count(0, 2),
        "period": d.count(2, 4),
        "lead": d.count(0, 3),
        "max_short": d.count(0, 3),
        "holding_cost": d.number(0, 3) or 1.0,
    }
    for name in ("order_cost", "removal_cost", "short_cost"):
        if d.maybe(0.6):
            document[name] = d.number(0, 6)
    return document


def consolidation(d: Draw) -> Document:
    """A running cluster within its capacity, with new items, prices, a budget and pins."""
    resources = [f"r{k}" for k in range(d.count(1, 2))]
    count = d.count(1, 4)
    rooms = [[d.number(4, 9, d.unit) for _ in resources] for _ in range(count)]
    priced = d.maybe(0.4)
    machines: list[Document] = [{"name": f"m{j}", "capacity": room} for j, room in enumerate(rooms)]
    for machine in machines:
        if priced:
            machine["price"] = d.number(0, 5)
        if d.maybe(0.15):
            machine["limit"] = [d.rng.choice([0.5, 0.8, 0.9]) for _ in resources]
        if d.maybe(0.15):
            machine["keep"] = True
    left = [
        [c * share for c, share in zip(m["capacity"], m.get("limit") or [1.0] * 9, strict=False)]
        for m in machines
    ]
    items: list[Document] = []
    for i in range(d.count(1, 5)):
        size = [d.number(0, 5, d.unit) for _ in resources]
        item: Document = {"name": f"i{i}", "demand": size}
        fits = [
            j for j in range(count) if all(s < room for s, room in zip(size, left[j], strict=True))
        ]
        if fits and d.maybe(0.7):
            j = d.rng.choice(fits)
            left[j] = [room - s for s, room in zip(size, left[j], strict=True)]
            item["machine"] = f"m{j}"
            if d.maybe(0.1):
                item["fixed"] = True
        if d.maybe(0.3):
            item["migration_cost"] = d.number(0, 3)
        if d.maybe(0.15):
            item["allowed_machines"] = d.rng.sample(
                [m["name"] for m in machines], d.count(1, count)
            )
        items.append(item)
    document: Document = {"resources": resources, "machines": machines, "items": items}
    if priced:
        document["objective"] = "price"
    if d.maybe(0.5):
        document["empty_machines"] = "any"
    if d.maybe(0.4):
        document["migration_budget"] = d.number(0, 5)
    return document


def macroq(d: Draw) -> Document:
    """Curves at their points, with ranks and required jobs."""
    jobs = []
    for k in range(d.count(1, 4)):
        rank = d.count(1, 3)
        templates = []
        for t in range(d.count(1, 2)):
            points = d.count(1, 3)
            worth = sorted(d.number(0, 9) for _ in range(points))
            templates.append({"name": f"t{t}", "mips": d.steps(points), "importance": worth})
        job: Document = {"name": f"j{k}", "rank": rank, "templates": templates}
        if rank == 1 and d.maybe(0.4):
            job["required"] = True
        jobs.append(job)
    return {"mips": d.number(3, 25) or 3.0, "curves": "points", "jobs": jobs}


def macrow(d: Draw) -> Document:
    """Three PEs on two or three nodes of two clusters, with a link between them."""
    count = d.count(2, 3)
    nodes = [{"name": f"n{k}", "mips": d.number(3, 9) * 100 or 100.0, "cluster": "AB"[k % 2]}
             for k in range(count)]  # fmt: skip
    names = [node["name"] for node in nodes]
    pes: list[Document] = []
    for k in range(d.count(1, 3)):
        pe: Document = {"name": f"p{k}", "goal": d.number(0, 6) * 100}
        if d.maybe(0.3):
            pe["min_nodes"] = d.count(0, 2)
        if d.maybe(0.3):
            pe["max_nodes"] = d.count(max(1, pe.get("min_nodes", 1)), 2)
        if d.maybe(0.3):
            pe["allowed_nodes"] = d.rng.sample(names, d.count(1, count))
        if d.maybe(0.3):
            pe["usable_mips"] = {names[0]: nodes[0]["mips"] / 2}
        pes.append(pe)
    document: Document = {"nodes": nodes, "pes": pes}
    document["links"] = [{"name": "A-B", "between": ["A", "B"], "capacity": d.number(1, 9) or 1.0}]
    if len(pes) > 1:
        document["streams"] = [{"from": "p0", "to": "p1", "rate": d.number(0, 9) or 1.0}]
        if d.maybe(0.2):
            document["exlocated"] = [["p0", "p1"]]
    if d.maybe(0.2):
        nodes[0]["max_pes"] = 1
    if d.maybe(0.5):
        document["weights"] = {
            name: d.number(0, 2) for name in ("mean_node", "max_node", "mean_link", "max_link")
        }
    return document


def utility_course(d: Draw) -> Document:
    """Two jobs, three epochs, two cores; errors that may rise."""
    jobs = []
    for k in range(d.count(1, 2)):
        error = [d.number(0, 9) for _ in range(d.count(2, 4))]
        if d.maybe(0.6):
            error.sort(reverse=True)
        error[0] = error[0] or 1.0
        batch: Document = {"base": d.number(0, 2) or 1.0}
        if d.maybe(0.3):
            batch["overhead"] = d.number(0, 1)
        elif d.maybe(0.3):
            batch["growth"] = d.number(0, 1)
        job: Document = {"name": f"q{k}", "arrives": d.count(0, 1), "error": error, "batch": batch}
        if d.maybe(0.3):
            job["weight"] = d.number(0, 3) or 1.0
        if d.maybe(0.3):
            job["max_cores"] = d.count(1, 2)
        jobs.append(job)
    return {"cores": 2, "epoch": 1.0, "epochs": 3, "jobs": jobs, "level": d.rng.choice([0.5, 0.9]),
            "objective": d.rng.choice(["mean-loss", "time-to"]),
            "whole_batches": d.maybe(0.3)}  # fmt: skip


def microq(d: Draw) -> Document:
    """Components with pacing that sums to their breakpoints."""
    nodes = [{"name": f"n{k}", "mips": d.number(2, 9) * 100 or 100.0} for k in range(2)]
    components = []
    for c in range(d.count(1, 2)):
        points = d.count(2, 4)
        parts = [[0.0, *d.steps(points - 1)] for _ in range(d.count(1, 2))]
        pes: list[Document] = []
        for p, part in enumerate(parts):
            pe: Document = {"name": f"p{c}{p}", "pacing": [float(f"{x * 100:.12g}") for x in part],
                            "nodes": d.rng.sample(["n0", "n1"], d.count(1, 2))}  # fmt: skip
            if d.maybe(0.3):
                pe["max_mips"] = d.number(1, 9) * 100 or 100.0
            if d.maybe(0.2):
                pe["min_mips"] = min(d.number(0, 1) * 100, pe.get("max_mips", 1e9))
            pes.append(pe)
        mips = [
            float(f"{sum(column):.12g}") for column in zip(*(p["pacing"] for p in pes), strict=True)
        ]
        worth = [0.0, *(d.number(0, 9) for _ in range(points - 1))]
        if d.maybe(0.7):
            worth.sort()
        components.append({"name": f"c{c}", "mips": mips, "importance": worth, "pes": pes})
    return {"nodes": nodes, "components": components}


def microw(d: Draw) -> Document:
    """Shares within what was, with ranges, limits and fixed ones."""
    nodes = [{"name": f"n{k}", "mips": d.number(3, 9) * 100 or 100.0} for k in range(d.count(1, 3))]
    names = [node["name"] for node in nodes]
    free = dict.fromkeys(names, 1.0)
    pes, previous = [], {}
    for p in range(d.count(1, 3)):
        own = d.rng.sample(names, d.count(1, len(names)))
        pe: Document = {"name": f"p{p}", "goal": d.number(0, 9) * 100, "nodes": own}
        shares = {}
        for n in own:
            if d.maybe(0.6):
                shares[n] = round(d.rng.choice([0.1, 0.25, 0.5, 1.0]) * free[n], 4)
                free[n] -= shares[n]
            elif d.maybe(0.3):
                pe.setdefault("allowed", {})[n] = d.rng.choice([[[0, 0.25]], [[0, 0], [0.5, 1]]])
        if d.maybe(0.2):
            pe["fixed"] = own[:1]
            pe.get("allowed", {}).pop(own[0], None)
        if d.maybe(0.3):
            pe["max_change"] = d.number(1, 5) * 100
        previous[pe["name"]] = shares
        pes.append(pe)
    document: Document = {"nodes": nodes, "pes": pes, "previous": previous}
    if d.maybe(0.4):
        document["max_total_change"] = d.number(1, 9) * 100
    if d.maybe(0.4):
        document["max_touched_nodes"] = d.count(0, 2)
    return document


DRAWS: dict[str, Callable[[Draw], Document]] = {
    each.__name__: each
    for each in (
        *(placement, resource_plan, stage, cluster_ratio, eviction, utility, warm_pool, cold_stock),
        *(consolidation, macroq, macrow, utility_course, microq, microw),
    )
}


def document(problem: str, seed: int) -> Document:
    """Return the document of a problem that a seed draws."""
    drawn = DRAWS[problem](Draw(random.Random(f"{problem} {seed}")))
    return {"problem": problem, "version": 1, "name": f"attack-{seed}", **drawn}
