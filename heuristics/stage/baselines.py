"""Baselines of `stage`: NSGA-II, weighted sums of random choices, progressive frontier.

They are those of Lyu et al., PVLDB 15(11), 2022, appendix A.2:

1. EVO: pymoo's NSGA-II on choices coded as integers (there with Platypus).
2. WS(Sample): random choices, and those with the least weighted sums.
3. PF: single-objective programs that split the objective space, after Song et al., "Spark-based
   Cloud Data Analytics using Multi-Objective Optimization", ICDE 2021.  There the programs are
   solved by gradient descent with rounding; here by an engine, to optimality.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.clock import paused_clock
from ...core.faults import input_error
from ...core.fronts import nondominated
from ...core.installed import is_installed
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...instances.stage import Stage


@dataclass(frozen=True, eq=False)
class Evaluated:
    """The objectives (latency, cost) of some choices, one row per choice, and violations."""

    values: FloatArray  # latency and cost
    violation: FloatArray  # 0: feasible


def evaluate(instance: Stage, machine: IntArray, configuration: IntArray) -> Evaluated:
    """Return latency, cost and violation of each row; a row has a choice for each instance.

    The violation is the sum of all overloads, as shares of a machine's capacity, plus one for every
    instance that cannot run.
    """
    rows, m = machine.shape
    latency = instance.seconds(np.arange(m)[None, :], configuration, machine)
    missing = np.isnan(latency)
    seconds = np.where(missing, instance.largest_latency, latency)
    cost = (seconds * instance.price[configuration]).sum(axis=1)
    flat = (np.arange(rows)[:, None] * instance.machines + machine).ravel()
    violation = missing.sum(axis=1).astype(np.float64)
    for r in range(instance.demand.shape[1]):
        weights = instance.demand[configuration.ravel(), r]
        load = np.bincount(flat, weights=weights, minlength=rows * instance.machines)
        room = instance.room[:, r]
        over = load.reshape(rows, instance.machines) - room
        shares = np.maximum(over, 0.0) / np.where(room > 0, room, 1.0)
        violation += shares.sum(axis=1)
    return Evaluated(np.column_stack([seconds.max(axis=1), cost]), violation)


class Archive:
    """The nondominated feasible choices seen so far."""

    def __init__(self, instance: Stage, run: Run) -> None:
        self._run = run
        self.values = np.empty((0, 2))
        self.machine = np.empty((0, instance.instances), dtype=np.int64)
        self.configuration = np.empty((0, instance.instances), dtype=np.int64)
        self.seen = 0
        self.infeasible = 0

    def add(self, machine: IntArray, configuration: IntArray, found: Evaluated) -> None:
        """Add evaluated choices, of which the archive keeps the feasible nondominated ones."""
        self.seen += len(machine)
        good = found.violation <= 0
        self.infeasible += int((~good).sum())
        values = np.vstack([self.values, found.values[good]])
        if not len(values):
            return
        kept = nondominated(values)
        self.values = values[kept]
        self.machine = np.vstack([self.machine, machine[good]])[kept]
        self.configuration = np.vstack([self.configuration, configuration[good]])[kept]
        self._run.report_front(self.points(np.arange(len(kept))))

    def points(self, chosen: IntArray) -> list[Point]:
        """Return the archived choices with these indices as points of a front."""
        return [
            Point(
                objectives={
                    "latency": float(self.values[k, 0]),
                    "cost": float(self.values[k, 1]),
                },
                decision={
                    "machine": self.machine[k].tolist(),
                    "configuration": self.configuration[k].tolist(),
                },
            )
            for k in chosen.tolist()
        ]

    def answer(self, chosen: IntArray, details: dict[str, Any]) -> Answer:
        """Return the answer of a baseline whose front is the archived choices ``chosen``."""
        details = {**details, "choices": self.seen, "infeasible_choices": self.infeasible}
        if not len(self.values):
            message = f"none of {self.seen} choices is feasible"
            return Answer(stopped=self._run.stopped, message=message, details=details)
        return Answer(
            front=self.points(chosen),
            front_complete=False,
            stopped=self._run.stopped,
            details=details,
        )


def nsga2(
    instance: Stage, run: Run, machine: IntArray | None, population: int, generations: int
) -> Answer:
    """Return all feasible nondominated choices that NSGA-II evaluates.

    A choice is a machine (unless ``machine`` fixes it) and a configuration per instance, as
    integers; crossover and mutation are pymoo's for integers, and overloads count as violations.
    """
    archive = Archive(instance, run)
    algorithm = _algorithm(instance, run, machine, population, generations, archive)
    generation = 0
    while algorithm.has_next() and not (generation and run.should_stop()):
        algorithm.next()
        generation += 1
    details = {"population": population, "generations": generation}
    return archive.answer(np.arange(len(archive.values)), details)


def _algorithm(
    instance: Stage,
    run: Run,
    machine: IntArray | None,
    population: int,
    generations: int,
    archive: Archive,
) -> Any:
    if not is_installed("pymoo"):
        rule = "needs the package pymoo: pip install 'optgap[evolution]'"
        raise input_error("method", rule)
    with paused_clock():
        from pymoo.algorithms.moo.nsga2 import NSGA2
        from pymoo.core.problem import Problem
        from pymoo.operators.crossover.sbx import SBX
        from pymoo.operators.mutation.pm import PM
        from pymoo.operators.repair.rounding import RoundingRepair
        from pymoo.operators.sampling.rnd import IntegerRandomSampling

    m, kinds = instance.instances, len(instance.configurations)
    most = [kinds - 1] * m + ([instance.machines - 1] * m if machine is None else [])

    class Choices(Problem):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(
                n_var=len(most), n_obj=2, n_ieq_constr=1, xl=0, xu=np.array(most), vtype=int
            )

        def _evaluate(self, x: Any, out: dict[str, Any], *_: Any, **__: Any) -> None:
            rows = np.asarray(x, dtype=np.int64)
            configuration = rows[:, :m]
            places = rows[:, m:] if machine is None else np.broadcast_to(machine, (len(rows), m))
            values = evaluate(instance, places, configuration)
            archive.add(places, configuration, values)
            out["F"], out["G"] = values.values, values.violation[:, None]

    algorithm = NSGA2(
        pop_size=population,
        sampling=IntegerRandomSampling(),
        crossover=SBX(prob=0.9, eta=3.0, vtype=float, repair=RoundingRepair()),
        mutation=PM(eta=3.0, vtype=float, repair=RoundingRepair()),
        # where there are few choices, looking for new ones takes for ever
        eliminate_duplicates=bool(np.prod(np.array(most) + 1.0) > 100 * population),
    )
    algorithm.setup(Choices(), termination=("n_gen", generations), seed=run.seed, verbose=False)
    return algorithm


_CELLS = 2_000_000  # instances times choices that are evaluated at once


def weighted_sum(
    instance: Stage, run: Run, machine: IntArray | None, samples: int, weights: int
) -> Answer:
    """Return, for each of some weights, the random choice of least weighted latency and cost."""
    rng = np.random.default_rng(run.seed)
    archive = Archive(instance, run)
    m = instance.instances
    size = max(1, min(samples, _CELLS // m))
    while archive.seen < samples and not (archive.seen and run.should_stop()):
        rows = min(size, samples - archive.seen)
        configuration = rng.integers(0, len(instance.configurations), (rows, m))
        places = rng.integers(0, instance.machines, (rows, m))
        if machine is not None:
            places = np.broadcast_to(machine, (rows, m))
        archive.add(places, configuration, evaluate(instance, places, configuration))
    chosen: set[int] = set()
    if len(archive.values):
        span = np.ptp(archive.values, axis=0)
        scaled = (archive.values - archive.values.min(axis=0)) / np.where(span > 0, span, 1.0)
        for weight in np.linspace(0.0, 1.0, weights):
            chosen.add(int(np.argmin(scaled @ np.array([weight, 1.0 - weight]))))
    return archive.answer(np.array(sorted(chosen), dtype=np.int64), {"weights": weights})


Values: TypeAlias = tuple[int, int]  # cost and latency
# A function from limits on both to the values of the cheapest plan within them, or None.
LeastInBox: TypeAlias = Callable[[tuple[int | None, int | None]], Values | None]
Box: TypeAlias = tuple[int, int, int, int]  # lowest cost and latency, highest cost and latency


def progressive_frontier(least: LeastInBox, run: Run, probes: int) -> None:
    """Search for plans by ``probes`` probes, each in the lower half of the largest box left.

    A box is a range of cost and latency.  ``least`` finds and stores the cheapest plan within
    limits.  The first box spans from the cheapest to the fastest plan; a probe replaces its box by
    two smaller boxes, whether it finds a plan or not.
    """
    cheapest = least((None, None))
    if cheapest is None:
        return
    fastest = _fastest(least, cheapest)
    boxes: list[tuple[int, Box]] = []
    _push(boxes, (cheapest[0], fastest[1], fastest[0], cheapest[1]))
    for _ in range(probes):
        if not boxes or run.should_stop():
            return
        _, (low_cost, low_latency, high_cost, high_latency) = heapq.heappop(boxes)
        middle_cost = (low_cost + high_cost) // 2
        middle_latency = (low_latency + high_latency) // 2
        plan = least((middle_cost, middle_latency))
        if plan is None:
            # what is left: as fast but dearer (the middle itself included), and slower
            _push(boxes, (middle_cost, low_latency, high_cost, middle_latency + 1))
            _push(boxes, (low_cost, middle_latency, high_cost, high_latency))
        else:
            cost, latency = plan
            _push(boxes, (cost, low_latency, high_cost, latency))
            _push(boxes, (low_cost, latency, cost, high_latency))


def _fastest(least: LeastInBox, cheapest: Values) -> Values:
    """Return (cost, latency) of the fastest plan, in integral steps, by bisection."""
    best, low = cheapest, 0
    while low < best[1]:
        middle = (low + best[1]) // 2
        plan = least((None, middle))
        if plan is None:
            low = middle + 1
        else:
            best = plan
    return best


def _push(boxes: list[tuple[int, Box]], box: Box) -> None:
    """Add a box to the heap if a point can lie strictly inside it."""
    low_cost, low_latency, high_cost, high_latency = box
    volume = (high_cost - low_cost) * (high_latency - low_latency)
    if high_cost - low_cost > 1 and high_latency - low_latency > 1:
        heapq.heappush(boxes, (-volume, box))
