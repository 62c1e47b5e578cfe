"""Conflicts of stage, macrow and consolidation with rules against enumeration."""

import itertools

import numpy as np

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.instances.macrow import MacroW
from optgap.instances.stage import Stage


def stage(seed: int) -> Stage:
    rng = np.random.default_rng(seed)
    latency = np.where(rng.random((3, 2, 2)) < 0.4, np.nan, 1.0)
    return Stage(
        name="s",
        configurations=(rng.integers(1, 6, (2, 2)) / 2).tolist(),
        weights=[1.0, 1.0],
        latency=latency.tolist(),
        available=(rng.integers(1, 10, (2, 2)) / 2).tolist(),
        max_per_machine=int(rng.integers(1, 3)) if rng.random() < 0.5 else None,
    )


def stage_holds(instance, names) -> bool:
    """Whether some choices keep the named statements; an instance not named need not run."""
    usable = ~np.isnan(np.array(instance.latency, dtype=float))
    choices = [(-1, -1), *itertools.product(range(2), range(2))]
    for chosen in itertools.product(choices, repeat=instance.instances):
        runs = [(i, j, k) for i, (j, k) in enumerate(chosen) if j >= 0]
        if any(f"runs {i}" in names and chosen[i][0] < 0 for i in range(instance.instances)):
            continue
        if any(f"can run on {i}" in names and not usable[i, k, j] for i, j, k in runs):
            continue
        used = np.zeros((2, 2))
        for _, j, k in runs:
            used[j] += instance.configurations[k]
        places = np.bincount([j for _, j, _ in runs], minlength=2)
        fits = all(
            used[j, r] <= instance.available[j, r]
            for j in range(2)
            for r in range(2)
            if f"available machine {j} resource {r}" in names
        )
        if fits and ("max_per_machine" not in names or places.max() <= instance.max_per_machine):
            return True
    return False


def test_stage(assert_minimal) -> None:
    conflicts = sum(assert_minimal(stage(seed), stage_holds) for seed in range(25))
    assert 5 < conflicts < 25


def graph(seed: int) -> MacroW:
    """Return three PEs on two nodes with limits of all kinds, tight enough to exclude plans."""
    rng = np.random.default_rng(seed)
    nodes = [
        {
            "name": f"n{n}",
            "mips": 100.0,
            "cluster": "k",
            "max_pes": int(rng.integers(2, 4)),
            "integrity_range": int(rng.integers(1, 4)),
            "incompatible_colors": [["red", "blue"]] if rng.random() < 0.3 else [],
        }
        for n in range(2)
    ]
    pes = [
        {
            "name": f"p{p}",
            "goal": float(rng.integers(20, 90)),
            "max_mips": float(rng.integers(50, 101)),
            "min_nodes": int(rng.integers(0, 2)),
            "max_nodes": int(rng.integers(1, 3)),
            "integrity": int(rng.integers(0, 4)) if rng.random() < 0.6 else None,
            "color": str(rng.choice(["red", "blue"])),
            "allowed_nodes": ["n0"] if rng.random() < 0.3 else None,
            "max_change": int(rng.integers(0, 3)) if rng.random() < 0.4 else None,
        }
        for p in range(3)
    ]
    for pe in pes:
        pe["max_nodes"] = max(pe["max_nodes"], pe["min_nodes"])
    return MacroW(
        name="g",
        nodes=nodes,
        pes=pes,
        licenses=[{"name": "l", "tokens": int(rng.integers(1, 4)), "pes": ["p0", "p1"]}],
        risk={"limit": float(rng.integers(1, 4)), "levels": {"p0": {"n0": 2, "n1": 1}}},
        previous={"p0": ["n0"], "p1": ["n1"], "p2": ["n0", "n1"]},
        max_total_change=int(rng.integers(1, 9)),
        colocated=[["p0", "p1"]] if rng.random() < 0.3 else [],
        exlocated=[["p1", "p2"]] if rng.random() < 0.3 else [],
    )


def graph_holds(instance, names) -> bool:
    """Whether some candidates keep the named limits."""
    sets = [set(some) for k in range(3) for some in itertools.combinations(("n0", "n1"), k)]
    pes = [pe.name for pe in instance.pes]
    return any(
        _graph_keeps(instance, names, dict(zip(pes, chosen, strict=True)))
        for chosen in itertools.product(sets, repeat=3)
    )


def _graph_keeps(instance, names, at) -> bool:
    before = {p: set(nodes) for p, nodes in instance.previous.items()}
    changes = {p: len(before[p] ^ at[p]) for p in at}
    of_pes = all(
        said not in names or holds
        for pe in instance.pes
        for said, holds in (
            (f"allowed_nodes {pe.name}", at[pe.name] <= set(pe.allowed_nodes or ("n0", "n1"))),
            (f"max_nodes {pe.name}", len(at[pe.name]) <= (pe.max_nodes or 2)),
            (f"min_nodes {pe.name}", len(at[pe.name]) >= pe.min_nodes),
            (f"max_change {pe.name}", changes[pe.name] <= (pe.max_change or 0)),
            (f"fairness {pe.name}", len(at[pe.name]) * min(100, pe.max_mips) >= pe.goal),
        )
    )
    risks = instance.risk.levels["p0"]
    of_all = (
        ("licenses l", len(at["p0"]) + len(at["p1"]) <= instance.licenses[0].tokens),
        ("risk", sum(risks[n] for n in at["p0"]) <= instance.risk.limit),
        ("max_total_change", sum(changes.values()) <= instance.max_total_change),
        ("colocated p0 and p1", at["p0"] == at["p1"]),
        ("exlocated p1 and p2", not at["p1"] & at["p2"]),
    )
    return of_pes and all(said not in names or holds for said, holds in of_all) and all(
        _node_keeps(instance, names, node, [pe for pe in instance.pes if node.name in at[pe.name]])
        for node in instance.nodes
    )  # fmt: skip


def _node_keeps(instance, names, node, there) -> bool:
    levels = [pe.integrity for pe in there if pe.integrity is not None]
    both = {pe.color for pe in there} == {"red", "blue"}
    return all(
        said not in names or holds
        for said, holds in (
            (f"max_pes {node.name}", len(there) <= node.max_pes),
            (
                f"integrity_range {node.name}",
                not levels or max(levels) - min(levels) <= node.integrity_range,
            ),
            (f"incompatible_colors {node.name} blue and red", not both),
        )
    )


def test_macrow(assert_minimal) -> None:
    conflicts = sum(assert_minimal(graph(seed), graph_holds) for seed in range(30))
    assert 10 < conflicts < 30


def cluster(seed: int) -> Consolidation:
    """Return four items on three machines in two zones, with rules, lists and perhaps devices."""
    rng = np.random.default_rng(seed)
    machines = [
        {"name": f"m{j}", "capacity": [int(rng.integers(3, 8)), 2], "labels": {"zone": f"z{j % 2}"}}
        for j in range(3)
    ]
    share = rng.random() < 0.5
    items = [
        {
            "name": f"p{i}",
            "demand": [int(rng.integers(1, 4)), float(rng.choice([0, 0.6, 1])) if share else 0],
            "allowed_machines": None if rng.random() < 0.6 else ["m0", "m1"],
        }
        for i in range(4)
    ]
    every = [item["name"] for item in items]
    rules = [
        {"kind": "apart", "items": every, "at_most": int(rng.integers(1, 3))},
        {"kind": "not_with", "items": every[:1], "others": every[1:2], "level": "zone"},
        {"kind": "with", "items": every[2:3], "others": every[3:]},
        {"kind": "spread", "items": every, "level": "zone", "max_skew": 1},
    ]
    kept = [rule for rule in rules if rng.random() < 0.6]
    return Consolidation(
        name="c",
        resources=["cpu", "gpu"],
        devices=["gpu"] if share else None,
        machines=machines,
        items=items,
        rules=kept or rules[:1],
        empty_machines="any",
    )


def cluster_holds(instance, names) -> bool:
    """Whether some items keep the named statements, by the judge of the file with only these."""
    placed = [item for item in instance.items if f"placed {item.name}" in names]
    free = [item for item in instance.items if item not in placed]
    counts = range(len(free) + 1)
    return any(
        _cluster_keeps(instance, names, [*placed, *some])
        for count in counts
        for some in itertools.combinations(free, count)
    )


def _cluster_keeps(instance, names, items) -> bool:
    known = {item.name for item in items}
    machines = tuple(
        machine.model_copy(
            update={
                "capacity": tuple(
                    size if f"{family} {machine.name} {r}" in names else 99.0
                    for r, size in zip(("cpu", "gpu"), machine.capacity, strict=True)
                    for family in ("room",)
                )
            }
        )
        for machine in instance.machines
    )
    rules = []
    for k, rule in enumerate(instance.rules):
        kept = {key: tuple(n for n in getattr(rule, key) or () if n in known)
                for key in ("items", "others")}  # fmt: skip
        if f"{rule.kind} rules[{k}]" in names and kept["items"]:
            others = kept["others"] if rule.others else None
            rules.append((rule, kept["items"], others))
    lists = {i.name: f"may be on {i.name}" in names for i in items}
    for chosen in itertools.product(range(3), repeat=len(items)):
        at = {item.name: instance.machines[j].name for item, j in zip(items, chosen, strict=True)}
        listed = all(
            not lists[item.name] or at[item.name] in (item.allowed_machines or at.values())
            for item in items
        )
        kept = listed and _rooms_hold(machines, items, at) and _rules_hold(instance, rules, at)
        if kept and _devices_hold(instance, names, items, at):
            return True
    return False


def _rooms_hold(machines, items, at) -> bool:
    return all(
        sum(item.demand[r] for item in items if at[item.name] == machine.name) <= size
        for machine in machines
        for r, size in enumerate(machine.capacity)
    )


def _devices_hold(instance, names, items, at) -> bool:
    """Whether the shares of every named machine lie in its two devices, by trying all places."""
    for machine in instance.machines:
        if f"devices {machine.name} gpu" not in names:
            continue
        shares = [i.demand[1] for i in items if at[i.name] == machine.name and i.demand[1]]
        places = itertools.product(range(2), repeat=len(shares))
        if not any(
            all(sum(s for s, d in zip(shares, place, strict=True) if d == k) <= 1 for k in (0, 1))
            for place in places
        ):
            return False
    return True


def _rules_hold(instance, rules, at) -> bool:
    zone = {machine.name: machine.labels["zone"] for machine in instance.machines}
    for rule, items, others in rules:
        domain = {n: zone[m] if rule.level == "zone" else m for n, m in at.items()}
        held = [domain[n] for n in items]
        domains = set(zone.values()) if rule.level == "zone" else set(zone)
        counts = [held.count(d) for d in domains]
        if rule.kind == "apart" and max(counts) > rule.most:
            return False
        if rule.kind == "not_with" and {domain[n] for n in others} & set(held):
            return False
        if rule.kind == "with" and not set(held) <= {domain[n] for n in others}:
            return False
        if rule.kind == "spread" and max(counts) > min(counts) + rule.skew:
            return False
    return True


def test_consolidation_with_rules(assert_minimal) -> None:
    conflicts = sum(assert_minimal(cluster(seed), cluster_holds) for seed in range(25))
    assert 5 < conflicts < 25


def test_a_rule_is_named_as_the_file_names_it() -> None:
    rule = {"kind": "apart", "items": ["a", "b"], "from": "Deployment/web"}
    instance = Consolidation(
        name="c",
        resources=["cpu"],
        machines=[{"name": "m", "capacity": [9]}],
        items=[{"name": "a", "demand": [1]}, {"name": "b", "demand": [1]}],
        rules=[rule],
        empty_machines="any",
    )
    found = optgap.explain(instance)
    assert found.conflict == {"apart": ["Deployment/web"], "placed": ["a", "b"]}
    assert found.changes[0].words == "Deployment/web: at most 2 in a domain"


def test_a_range_of_integrity_gives_way_upwards() -> None:
    pes = [{"name": f"p{k}", "goal": 1.0, "integrity": 3 * k} for k in range(2)]
    node = {"name": "n", "mips": 9.0, "cluster": "k", "integrity_range": 1}
    found = optgap.explain(MacroW(name="g", nodes=[node], pes=pes))
    change = next(change for change in found.changes if change.family == "integrity_range")
    assert (change.words, change.amount) == ("integrity range of n: 3", 2)
