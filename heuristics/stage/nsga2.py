"""The baseline EVO: NSGA-II from pymoo on whole-number choices.

Lyu et al., PVLDB 15(11), 2022, appendix A.2, method 1 (there with Platypus).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.arrays import IntArray
from ...core.clock import uncounted
from ...core.faults import input_error
from ...core.installed import is_installed
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.stage import Stage
from .random_plans import Archive, evaluate


def nsga2(
    instance: Stage, run: Run, machine: IntArray | None, population: int, generations: int
) -> Answer:
    """Return the feasible nondominated choices that an evolution has come by.

    A choice is a machine (unless placed already) and a configuration per instance, as whole
    numbers; crossover and mutation are pymoo's for whole numbers, overloads count as constraint
    violation.
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
    with uncounted():
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
