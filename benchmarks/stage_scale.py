"""How much the paper's plans waste at the paper's size, and its Expt 6 to 9 on generated stages.

``--write FILE`` stores what the docs page reads; without it the figures are printed.  With
``--smoke`` everything runs on small stages.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap.core.fronts import hypervolume, worst_ratio
from optgap.core.outcome import Outcome
from optgap.core.run import Run
from optgap.heuristics.stage import ipa_placement, replay
from optgap.instances.stage import Stage
from optgap.validation.catalogue.methods.exact_front import recommend
from optgap.validation.judge.front_bounds import FrontBounds, corners_of
from optgap.validation.judge.stage import least_above

FULL = {"instances": 80_000, "machines": 5_000, "configurations": 20, "groups": 40}
SMALL = {"instances": 400, "machines": 40, "configurations": 8, "groups": 8}
WORKLOADS = {"A": (35, 40), "B": (42, 50), "C": (505, 300)}  # instances and machines of a stage
METHODS: dict[str, tuple[str, dict[str, Any]]] = {
    "IPA+RAA(W/O_C)": ("ipa-raa", {}),
    "IPA+RAA(DBSCAN)": ("ipa-raa", {"clusters": "dbscan"}),
    "IPA+RAA(Path)": ("ipa-raa", {"clusters": "fast-mci"}),
    "plan A": ("plan-a", {}),
    "plan B": ("plan-b", {}),
    "priced": ("priced", {}),
}
MOST_POINTS = 80


def values_of(outcome: Outcome) -> np.ndarray:
    """Return the points of a front, the fastest first."""
    return np.array([list(point.objectives.values()) for point in outcome.front or []])


def corners(instance: Stage, outcome: Outcome) -> np.ndarray:
    """Return the corners that bound a front."""
    bounds = FrontBounds(lambda *_: [], least_above)
    found = corners_of(bounds, instance, outcome.bound_front or [], outcome.certificate)
    assert found is not None
    return found


def at_full_size(sizes: dict[str, int], time_limit: float) -> dict[str, Any]:
    """Return fronts, bounds, seconds and memory on one large stage."""
    stage = optgap.generate("stage", 1, **sizes, slack=1.3, linear=True)
    for method, options in METHODS.values():  # compile everything first
        optgap.solve(optgap.generate("stage", 2, groups=3, linear=True), method, options=options)
    priced = optgap.solve(stage, "priced")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    begun = time.perf_counter()
    assert optgap.check(stage, priced).certificate == "valid"
    checked = time.perf_counter() - begun
    bounds = corners(stage, priced)
    reference = np.array(list((priced.reference_point or {}).values()))
    rows = [row("priced", priced, bounds, reference)]
    for name, (method, options) in METHODS.items():
        if method != "priced":
            outcome = optgap.solve(stage, method, options=options, time_limit=time_limit)
            rows.append(row(name, outcome, bounds, reference))
    rows.append(row("Fuxi", optgap.solve(stage, "fuxi"), bounds, reference))
    return {
        "sizes": sizes,
        "rows": rows,
        "bounds": [list(entry.values()) for entry in priced.bound_front or []],
        "none_up_to": priced.certificate["none_up_to"]["latency"] if priced.certificate else None,
        "hypervolume": priced.hypervolume,
        "epsilon": priced.epsilon,
        "checked_in": round(checked, 1),
        "gibibytes": round(memory, 2),
        "overloaded_path": rows[1]["details"],
    }


def row(name: str, outcome: Outcome, bounds: np.ndarray, reference: np.ndarray) -> dict[str, Any]:
    """Return what is measured of one method."""
    points = values_of(outcome)
    found: dict[str, Any] = {"method": name, "seconds": round(outcome.seconds, 2)}
    found |= {"points": len(points), "details": outcome.details, "stopped": outcome.stopped}
    if len(points):
        outer = hypervolume(bounds, reference)
        shown = np.unique(np.linspace(0, len(points) - 1, MOST_POINTS).astype(int))
        found["front"] = points[shown].round(3).tolist()
        found["share"] = hypervolume(points, reference) / outer
        found["epsilon"] = worst_ratio(points, bounds)
    return found


def one_stage(seed: int, instances: int, machines: int) -> list[dict[str, Any]]:
    """Return latency, cost, solving time and epsilon of all methods on one stage."""
    sizes = {"instances": instances, "machines": machines, "configurations": 20, "groups": 10}
    stage = optgap.generate("stage", seed, **sizes, slack=2.0, linear=True, noise=0.15)
    priced = optgap.solve(stage, "priced")
    bounds = corners(stage, priced)
    rows = [measured(stage, "Fuxi", lambda: optgap.solve(stage, "fuxi"), bounds, seed)]
    for clustered, name in ((False, "IPA(Org)"), (True, "IPA(Cluster)")):
        rows.append(measured(stage, name, lambda c=clustered: ipa_alone(stage, c), bounds, seed))
    for name, (method, options) in METHODS.items():

        def solved(method: str = method, options: dict[str, Any] = options) -> Outcome:
            return optgap.solve(stage, method, options=options, time_limit=60)

        rows.append(measured(stage, name, solved, bounds, seed))
    return rows


def ipa_alone(stage: Stage, clustered: bool) -> Any:
    """Return IPA's plan with Θ0 for all, as an outcome with one point."""
    begun = time.perf_counter()
    machine = ipa_placement(stage, Run("minimize"), clustered=clustered)
    seconds = time.perf_counter() - begun
    assert isinstance(machine, np.ndarray)
    configuration = [stage.default_configuration] * stage.instances
    return {"machine": machine.tolist(), "configuration": configuration}, seconds


def measured(
    stage: Stage, name: str, solve: Callable[[], Any], bounds: np.ndarray, seed: int
) -> dict[str, Any]:
    """Return what one method does on a stage: of a front, what WUN recommends of it."""
    result = solve()
    if isinstance(result, Outcome):
        if not result.front:
            return {"method": name, "covered": False}
        points, seconds = values_of(result), result.seconds
        decision = result.front[recommend(points)].decision
    else:
        decision, seconds = result
        points = np.empty((0, 2))
    used = np.array(decision["configuration"])
    took = stage.chosen(np.array(decision["machine"]), used)
    chosen = [float(took.max()), float((took * stage.price[used]).sum())]
    happened = replay(stage, decision, seed)
    return {
        "method": name,
        "covered": True,
        "latency": chosen[0],
        "cost": chosen[1],
        "noisy_latency": happened.latency,
        "noisy_cost": happened.cost,
        "seconds": seconds,
        "epsilon": worst_ratio(points if len(points) else np.array([chosen]), bounds),
    }


def expt(stages: int) -> list[dict[str, Any]]:
    """Return the records of all stages of all workloads."""
    return [
        {"workload": workload, "seed": seed, **record}
        for workload, (instances, machines) in WORKLOADS.items()
        for seed in range(stages)
        for record in one_stage(seed, instances, machines)
    ]


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes only")
    parser.add_argument("--write", type=Path, help="the file for the docs page")
    arguments = parser.parse_args()
    full = at_full_size(SMALL if arguments.smoke else FULL, 10 if arguments.smoke else 120)
    records = expt(1 if arguments.smoke else 8)
    machine = f"{platform.processor() or platform.machine()}, 2 cores, shared"
    document = {"machine": machine, "full": full, "stages": records}
    if arguments.write:
        arguments.write.write_text(json.dumps(document, indent=0) + "\n")
    for each in full["rows"]:
        shown = {key: each.get(key) for key in ("seconds", "points", "share", "epsilon")}
        print(f"{each['method']:18}{shown}")
    print(f"certificate checked in {full['checked_in']} s, {full['gibibytes']} GiB")


if __name__ == "__main__":
    main()
