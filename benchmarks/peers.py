"""What a user would otherwise write: plain scipy, networkx, OR-Tools, pymoo and Pyomo calls.

Run ``python benchmarks/peers.py`` (a few minutes), with ``--smoke`` (seconds), and with
``--save FILE`` for the figures that the docs show.  Both sides of a row run in one process, one
after the other, on the same instance, to the same answer unless the row says otherwise.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from ortools.graph.python.min_cost_flow import SimpleMinCostFlow
from ortools.sat.python import cp_model
from placement import flow_fits
from pyomo.contrib.appsi.solvers import Highs as AppsiHighs
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.instances.placement import Placement
from optgap.validation.study.results import environment

LIMIT = 30.0  # seconds that a peer has


@dataclass(frozen=True)
class Row:
    """One comparison; ``peer_value`` and ``our_value`` say whether both got the same."""

    problem: str
    size: str
    peer: str
    ours: str
    peer_seconds: float
    our_seconds: float
    peer_value: float | None
    our_value: float | None
    note: str = ""


def timed(function: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    value = function()
    return time.perf_counter() - begun, value


def ours(instance: Any, method: str, **options: Any) -> tuple[float, Any]:
    """Return the seconds and the outcome of a method, compiled before the clock starts."""
    optgap.solve(instance, method, time_limit=1.0, **options)
    outcome = optgap.solve(instance, method, time_limit=LIMIT, **options)
    return outcome.seconds, outcome


def bottleneck(smoke: bool) -> Iterator[Row]:
    """Placement: binary search over the latencies with somebody's maximum flow."""
    peers: list[tuple[str, Callable[[Placement, float], bool], int, int]] = [
        ("networkx.maximum_flow_value", by_networkx, 60, 20),
        ("scipy.sparse.csgraph.maximum_flow", by_scipy, 3000, 200),
        ("ortools SimpleMaxFlow", flow_fits, 3000, 200),
    ]
    for name, fits, m, n in peers:
        m, n = (30, 10) if smoke else (m, n)
        instance = optgap.generate("placement", 1, instances=m, machines=n, noise=0.3)
        seconds, value = timed(lambda f=fits, i=instance: search(i, f))
        own, outcome = ours(instance, "bottleneck")
        yield Row(
            "placement", f"{m} x {n}", name, "bottleneck", seconds, own, value, outcome.objective
        )


def search(instance: Placement, fits: Callable[[Placement, float], bool]) -> float:
    """Return the least threshold at which everybody has a machine."""
    values = np.unique(instance.dense_latency())
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(instance, values[middle]) else (middle + 1, high)
    return float(values[low])


def by_scipy(instance: Placement, threshold: float) -> bool:
    m, n = instance.instances, instance.machines
    i, j = np.nonzero(instance.dense_latency() <= threshold)
    tails = np.concatenate([np.zeros(m, int), i + 1, np.arange(m + 1, m + n + 1)])
    heads = np.concatenate([np.arange(1, m + 1), j + m + 1, np.full(n, m + n + 1)])
    room = np.concatenate([np.ones(m + len(i)), instance.beta]).astype(np.int32)
    graph = csr_array((room, (tails, heads)), shape=(m + n + 2, m + n + 2))
    return bool(maximum_flow(graph, 0, m + n + 1).flow_value == m)


def by_networkx(instance: Placement, threshold: float) -> bool:
    graph = nx.DiGraph()
    for i, j in zip(*np.nonzero(instance.dense_latency() <= threshold), strict=True):
        graph.add_edge("s", ("i", int(i)), capacity=1)
        graph.add_edge(("i", int(i)), ("j", int(j)), capacity=1)
        graph.add_edge(("j", int(j)), "t", capacity=int(instance.beta[j]))
    if not {"s", "t"} <= set(graph):
        return False
    return bool(nx.maximum_flow_value(graph, "s", "t") == instance.instances)


def knapsack(smoke: bool) -> Iterator[Row]:
    """Cluster ratios: the multiple-choice knapsack, written for CP-SAT and for scipy's milp."""
    sizes = [(5, 60)] if smoke else [(20, 600)]
    for groups, containers in sizes:
        instance = optgap.generate("cluster_ratio", 1, groups=groups, containers=containers)
        own, outcome = ours(instance, "dp")
        for name, solve in (("ortools CP-SAT", by_cp_sat), ("scipy.optimize.milp", by_milp)):
            seconds, value = timed(lambda s=solve, i=instance: s(i))
            yield Row(
                "cluster_ratio",
                f"{groups} groups, {containers} containers",
                name,
                "dp",
                seconds,
                own,
                value,
                outcome.objective,
            )


def by_cp_sat(instance: Any) -> float | None:
    model = cp_model.CpModel()
    taken, cost = [], []
    for group in instance.groups:
        picks = [model.new_bool_var("") for _ in group.latency]
        model.add_exactly_one(picks)
        taken += [pick * (group.lower + k) for k, pick in enumerate(picks)]
        cost += [
            pick * round(float(v) * 1000) for pick, v in zip(picks, group.latency, strict=True)
        ]
    model.add(sum(taken) <= instance.containers)
    model.minimize(sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = LIMIT
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return (
        solver.objective_value / 1000 if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None
    )


def by_milp(instance: Any) -> float | None:
    sizes = [len(group.latency) for group in instance.groups]
    cost = np.concatenate([group.latency for group in instance.groups])
    amount = np.concatenate([g.lower + np.arange(len(g.latency)) for g in instance.groups])
    one = csr_array(
        (np.ones(sum(sizes)), (np.repeat(np.arange(len(sizes)), sizes), np.arange(sum(sizes))))
    )
    found = milp(
        cost,
        integrality=np.ones(len(cost)),
        bounds=Bounds(0, 1),
        constraints=[
            LinearConstraint(one, 1, 1),
            LinearConstraint(amount[None, :], -np.inf, instance.containers),
        ],
        options={"time_limit": LIMIT},
    )
    return None if found.x is None else float(found.fun)


def fractions(smoke: bool) -> Iterator[Row]:
    """Fractions of nodes without limits on change: a minimum-cost flow."""
    pes, nodes = (30, 6) if smoke else (737, 70)
    instance = optgap.generate("microw", 1, pes=pes, nodes=nodes, load=1.2, ranged=0.0, fixed=0.0)
    free = [pe.model_copy(update={"max_change": None}) for pe in instance.pes]
    loose = {"max_total_change": None, "max_touched_nodes": None, "pes": tuple(free)}
    instance = instance.model_copy(update=loose)
    own, outcome = ours(instance, "flow-lp")
    for name, solve in (
        ("networkx.min_cost_flow", flow_networkx),
        ("ortools SimpleMinCostFlow", flow_ortools),
    ):
        seconds, value = timed(lambda s=solve, i=instance: s(i))
        note = "peer in tenths of a mips"
        size = f"{pes} PEs, {nodes} nodes"
        yield Row("microw", size, name, "flow-lp", seconds, own, value, outcome.objective, note)


def arcs(instance: Any) -> tuple[list[tuple[Any, Any, int, int]], dict[Any, int]]:
    """Return arcs (tail, head, capacity, cost) and supplies; a missed mips costs 1, in tenths."""
    found: list[tuple[Any, Any, int, int]] = []
    supply: dict[Any, int] = {"s": 0, "t": 0}
    total = 0
    for pe in instance.pes:
        goal = round(10 * pe.goal)
        supply["p", pe.name] = goal
        total += goal
        found.append((("p", pe.name), "t", goal, 1))
        for node in pe.nodes:
            found.append((("p", pe.name), ("n", node), 10**9, 0))
    for node in instance.nodes:
        supply["n", node.name] = 0
        found.append((("n", node.name), "t", round(10 * node.mips), 0))
    supply["t"] = -total
    return found, supply


def flow_networkx(instance: Any) -> float:
    graph = nx.DiGraph()
    links, supply = arcs(instance)
    for name, amount in supply.items():
        graph.add_node(name, demand=-amount)
    for tail, head, capacity, cost in links:
        graph.add_edge(tail, head, capacity=capacity, weight=cost)
    return float(nx.min_cost_flow_cost(graph)) / 10


def flow_ortools(instance: Any) -> float:
    links, supply = arcs(instance)
    number = {name: k for k, name in enumerate(supply)}
    flow = SimpleMinCostFlow()
    for tail, head, capacity, cost in links:
        flow.add_arc_with_capacity_and_unit_cost(number[tail], number[head], capacity, cost)
    for name, amount in supply.items():
        flow.set_node_supply(number[name], amount)
    flow.solve()
    return flow.optimal_cost() / 10


def front(smoke: bool) -> Iterator[Row]:
    """The front of latency and cost: RAA path, and pymoo's NSGA-II by the share that it finds."""
    m = 6 if smoke else 40
    instance = optgap.generate("stage", 1, instances=m, machines=4, configurations=5)
    table = optgap.compare(instance, ["exact", "nsga2"], time_limit=LIMIT)
    rows = {row["method"]: row for row in table.to_dict("records")}
    shares = {name: row["front_measures"]["hypervolume_ratio"] for name, row in rows.items()}
    yield Row(
        "stage",
        f"{m} x 4 x 5",
        "pymoo NSGA-II",
        "exact",
        rows["nsga2"]["seconds"],
        rows["exact"]["seconds"],
        shares["nsga2"],
        shares["exact"],
        "values are shares of the hypervolume",
    )


def packing(smoke: bool) -> Iterator[Row]:
    """Vector packing: the assignment model by hand on CP-SAT and on Pyomo's own HiGHS route."""
    items = 20 if smoke else 100
    instance = optgap.generate(
        "consolidation", 1, kind="flavours", items=items, flavours=20, running=False,
        machines=items // 2,
    )  # fmt: skip
    own, outcome = ours(instance, "column-generation")
    for name, solve in (("ortools CP-SAT", pack_cp_sat), ("Pyomo appsi_highs", pack_pyomo)):
        seconds, value = timed(lambda s=solve, i=instance: s(i))
        yield Row(
            "consolidation",
            f"{items} items, 20 flavours",
            name,
            "column-generation",
            seconds,
            own,
            value,
            outcome.objective,
            f"ours is {outcome.status}; a peer has {LIMIT:g} s",
        )


def pack_cp_sat(instance: Consolidation) -> float | None:
    model = cp_model.CpModel()
    items, machines = range(len(instance.items)), range(len(instance.machines))
    x = {(i, j): model.new_bool_var("") for i in items for j in machines}
    used = [model.new_bool_var("") for _ in machines]
    for i in items:
        model.add_exactly_one(x[i, j] for j in machines)
    for j in machines:
        for r in range(len(instance.resources)):
            load = sum(int(instance.demand[i, r]) * x[i, j] for i in items)
            model.add(load <= int(instance.usable[j, r]) * used[j])
    for j in machines[1:]:
        model.add(used[j] <= used[j - 1])
    model.minimize(sum(used))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = LIMIT
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return solver.objective_value if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None


def pack_pyomo(instance: Consolidation) -> float | None:
    solver = AppsiHighs()
    solver.config.time_limit = LIMIT
    solver.config.load_solution = False
    model = optgap.problem_named("consolidation").formulation.build_model(instance)
    return solver.solve(model).best_feasible_objective


SECTIONS = (bottleneck, knapsack, fractions, front, packing)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    parser.add_argument("--save", type=Path, help="write the figures to this file")
    arguments = parser.parse_args()
    rows = []
    for section in SECTIONS:
        for row in section(arguments.smoke):
            rows.append(asdict(row))
            ratio = row.peer_seconds / max(row.our_seconds, 1e-6)
            print(
                f"{row.problem:14}{row.size:28}{row.peer:36}{row.peer_seconds:9.3f} s "
                f"{row.peer_value or 0:12.6g}   {row.ours:18}{row.our_seconds:9.4f} s "
                f"{row.our_value or 0:12.6g}   x{ratio:.1f}  {row.note}",
                flush=True,
            )
    if arguments.save is not None:
        document = {"environment": environment(), "rows": rows}
        arguments.save.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
