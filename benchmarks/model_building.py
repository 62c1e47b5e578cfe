"""Building models and handing them to HiGHS: Pyomo's own routes and linopy beside ours.

Run ``python benchmarks/model_building.py``; ``--smoke`` uses tiny instances.  The routes build the
same integer program of placement (assignment, capacity and slowest-instance rows) and end when
HiGHS holds it; nothing is solved.  They take turns in one process, processor time is measured and
the fastest turn of each counts, so that the ratios are firmer than the seconds.  Then macrow at the
size of SODA's LSD and consolidation, our model by two routes, and new sides and costs for a model
that is built already.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np
import pyomo.environ as pyo
from pyomo.contrib.appsi.solvers import Highs as AppsiHighs
from pyomo.contrib.solver.solvers.highs import Highs as ContribHighs

from optgap import load
from optgap.formulations import consolidation, macrow
from optgap.formulations.algebra import dot
from optgap.formulations.placement import build_model
from optgap.instances.consolidation import Consolidation
from optgap.instances.placement import Placement
from optgap.solvers.engines.highs import load_highs
from optgap.solvers.engines.scaling import scale_form
from optgap.solvers.engines.standard_form import standard_form

Route: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], object]]


def example(instances: int, machines: int) -> Placement:
    """Return a random instance in which every instance may run on every machine."""
    rng = np.random.default_rng(1)
    latency = rng.uniform(1, 100, (instances, machines)).round(3)
    room = -(-2 * instances // machines)
    document = {
        "problem": "placement",
        "version": 1,
        "name": f"random {instances} x {machines}",
        "latency": latency.tolist(),
        "capacity": [room] * machines,
    }
    return Placement.model_validate(document)


def items(count: int, machines: int) -> Consolidation:
    """Return items of three sizes that may be on any machine."""
    rng = np.random.default_rng(1)
    document = {
        "name": f"{machines} machines, {count} items",
        "resources": ["cpu", "memory"],
        "machines": [{"name": f"m{j}", "capacity": [32, 128]} for j in range(machines)],
        "items": [
            {"name": f"i{k}", "demand": [int(c), int(4 * c)]}
            for k, c in enumerate(rng.choice([2, 4, 8], count))
        ],
    }
    return Consolidation.model_validate(document)


def by_rules(instance: Placement) -> pyo.ConcreteModel:
    """Build as the Pyomo documentation does: one rule per family, sums of products."""
    m, n = instance.instances, instance.machines
    latency, beta = instance.dense_latency().tolist(), instance.beta.tolist()
    model = pyo.ConcreteModel()
    model.I = pyo.RangeSet(0, m - 1)
    model.J = pyo.RangeSet(0, n - 1)
    model.B = pyo.Var(model.I, model.J, domain=pyo.Binary)
    model.T = pyo.Var(domain=pyo.NonNegativeReals)

    @model.Constraint(model.I)
    def assignment(model: pyo.ConcreteModel, i: int) -> object:
        return sum(model.B[i, j] for j in model.J) == 1

    @model.Constraint(model.J)
    def capacity(model: pyo.ConcreteModel, j: int) -> object:
        return sum(model.B[i, j] for i in model.I) <= beta[j]

    @model.Constraint(model.I)
    def slowest(model: pyo.ConcreteModel, i: int) -> object:
        return sum(latency[i][j] * model.B[i, j] for j in model.J) <= model.T

    model.cost = pyo.Objective(expr=model.T)
    return model


def by_linopy(instance: Placement) -> Any:
    """Build with linopy's labelled arrays; it has no rows one by one."""
    import linopy
    import xarray

    m, n = instance.instances, instance.machines
    rows, columns = np.arange(m), np.arange(n)
    latency = xarray.DataArray(instance.dense_latency(), coords={"i": rows, "j": columns})
    beta = xarray.DataArray(instance.beta, coords={"j": columns})
    model = linopy.Model()
    placed = model.add_variables(binary=True, coords=[("i", rows), ("j", columns)], name="B")
    slowest = model.add_variables(lower=0, name="T")
    model.add_constraints(placed.sum("j") == 1, name="assignment")
    model.add_constraints(placed.sum("i") <= beta, name="capacity")
    model.add_constraints((latency * placed).sum("j") - slowest <= 0, name="slowest")
    model.add_objective(1 * slowest)
    return model


def handed_over_by_linopy(model: Any) -> object:
    """Return the HiGHS object that linopy fills."""
    from linopy.io import to_highspy

    return to_highspy(model)


ROUTES: dict[str, Route] = {
    "rules, then appsi_highs": (by_rules, lambda model: AppsiHighs().set_instance(model)),
    "rules, then contrib.solver highs": (
        by_rules,
        lambda model: ContribHighs().set_instance(model),
    ),
    "linopy, then to_highspy": (by_linopy, handed_over_by_linopy),
    "build_model, then standard form": (
        build_model,
        lambda model: load_highs(standard_form(model)),
    ),
}


def turn(route: Route, instance: Any) -> tuple[float, float]:
    """Return the seconds of building and of handing over."""
    build, hand_over = route
    gc.collect()
    begun = time.process_time()
    model = build(instance)
    built = time.process_time()
    hand_over(model)
    return built - begun, time.process_time() - built


def table(routes: dict[str, Route], instance: Any, turns: int, ours: str) -> None:
    """Print what each route takes at best."""
    found = [{name: turn(route, instance) for name, route in routes.items()} for _ in range(turns)]
    best = {name: min((each[name] for each in found), key=sum) for name in routes}
    print(f"{'':34}{'build':>8}{'hand over':>11}{'total':>8}{'ratio to ours':>15}")
    for name, (building, handing) in best.items():
        total = building + handing
        print(f"{name:34}{building:8.3f}{handing:11.3f}{total:8.3f}{total / sum(best[ours]):15.1f}")


def changed(instance: Placement) -> tuple[float, float]:
    """Return the seconds of handing over a model again, with new sides and with new costs."""
    model = build_model(instance)
    form = standard_form(model)
    costs = instance.dense_latency()
    form.with_objective(dot(costs, model.B))  # the first time looks all columns up
    seconds = []
    for new in (
        lambda: form.with_sides((row, None, 1.0) for row in model.capacity.values()),
        lambda: form.with_objective(dot(costs, model.B)),
    ):
        begun = time.process_time()
        load_highs(scale_form(new()).form)
        seconds.append(time.process_time() - begun)
    return seconds[0], seconds[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="tiny instances, one turn")
    smoke = parser.parse_args().smoke
    if find_spec("linopy") is None:
        print("linopy is not installed; its route is left out")
        del ROUTES["linopy, then to_highspy"]
    turns = 1 if smoke else 5
    instance = example(5, 4) if smoke else example(500, 400)
    for route in ROUTES.values():
        turn(route, example(5, 4))
    versions = f"Pyomo {version('pyomo')}, HiGHS {version('highspy')}"
    print(f"{instance.name}, {instance.instances * instance.machines} binaries ({versions})")
    table(ROUTES, instance, turns, "build_model, then standard form")
    again = [changed(instance) for _ in range(turns)]
    sides, costs = (min(each) for each in zip(*again, strict=True))
    print(f"built already: new sides {1000 * sides:.0f} ms, new costs {1000 * costs:.0f} ms")
    others = {
        "macrow/lsd-737x70": (macrow.build_model, load("macrow/lsd-737x70")),
        "consolidation, 150 x 300": (consolidation.build_model, items(300, 150)),
    }
    if smoke:
        others = {"consolidation, 4 x 6": (consolidation.build_model, items(6, 4))}
    for name, (build, other) in others.items():
        form = standard_form(build(other))
        print(f"\n{name}: {form.shape[1]} variables, {form.matrix.nnz} nonzeros")
        hand_over: Callable[[Any], object] = lambda model: load_highs(standard_form(model))  # noqa: E731
        routes: dict[str, Route] = {
            "build_model, then appsi_highs": (
                build,
                lambda model: AppsiHighs().set_instance(model),
            ),
            "build_model, then standard form": (build, hand_over),
        }
        table(routes, other, min(turns, 3), "build_model, then standard form")


if __name__ == "__main__":
    main()
