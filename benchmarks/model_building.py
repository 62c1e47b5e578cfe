"""Building the placement model and handing it to HiGHS: Pyomo's own route beside ours.

Run ``python benchmarks/model_building.py``; ``--smoke`` uses a tiny instance.  Both routes build
the same integer program (assignment, capacity and slowest-instance rows) and end when HiGHS holds
it; nothing is solved.  They take turns in one process and the fastest turn of each counts, so that
the ratio is firmer than the seconds.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from importlib.metadata import version

import highspy
import numpy as np
import pyomo.environ as pyo
from optgap.formulations.placement import build_model
from optgap.instances.placement import Placement
from optgap.solvers.highs import loaded
from optgap.solvers.standard_form import standard_form
from pyomo.contrib.appsi.solvers import Highs as PyomoHighs


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


def by_rules(instance: Placement) -> highspy.Highs:
    """Build with constraint rules and hand over with Pyomo's own interface."""
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
    solver = PyomoHighs()
    solver.set_instance(model)
    return solver._solver_model  # noqa: SLF001  # the only way to what HiGHS was given


def by_arrays(instance: Placement) -> highspy.Highs:
    """Build with linear expressions and hand over in standard form."""
    return loaded(standard_form(build_model(instance)))


def fastest(
    routes: list[Callable[[Placement], highspy.Highs]], instance: Placement, turns: int
) -> list[float]:
    """Return the seconds of the fastest turn of every route, and check that they agree."""
    seconds = [float("inf")] * len(routes)
    for _ in range(turns):
        sizes = set()
        for k, route in enumerate(routes):
            gc.collect()
            begun = time.perf_counter()
            highs = route(instance)
            seconds[k] = min(seconds[k], time.perf_counter() - begun)
            sizes.add((highs.getNumRow(), highs.getNumCol(), highs.getNumNz()))
        if len(sizes) != 1:
            raise RuntimeError(f"the routes built different models: {sorted(sizes)}")
    return seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="a tiny instance, one turn")
    smoke = parser.parse_args().smoke
    instance = example(5, 4) if smoke else example(500, 400)
    by_arrays(example(5, 4))
    by_rules(example(5, 4))
    theirs, ours = fastest([by_rules, by_arrays], instance, 1 if smoke else 3)
    versions = f"Pyomo {version('pyomo')}, HiGHS {version('highspy')}"
    print(f"{instance.name}: {instance.instances * instance.machines} binaries ({versions})")
    print(f"rules and Pyomo's interface       {theirs:8.3f} s")
    print(f"linear expressions and arrays     {ours:8.3f} s")
    print(f"ours is faster by a factor of     {theirs / ours:8.1f}")


if __name__ == "__main__":
    main()
