"""placement with an additional rule: some pairs of instances must not share a machine."""

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import pyomo.environ as pyo

from optgap.instances.placement import Placement
from optgap.problem import Decision, Fault, Judge, Many, extend


def pairs_of_instances(latency: Any, apart: tuple[tuple[int, int], ...]) -> Iterator[Fault]:
    """Yield a fault for each pair that is not of two instances of the stage."""
    for k, (first, second) in enumerate(apart):
        if first == second or not all(0 <= i < len(latency) for i in (first, second)):
            rule = f"must be two different numbers from 0 to {len(latency) - 1}"
            yield Fault.of(f"apart[{k}]", rule, (first, second))


class Apart(Placement):
    """A stage, and the pairs of instances that must be on different machines."""

    RULES: ClassVar = (*Placement.RULES, pairs_of_instances)

    apart: Many[tuple[int, int]] = ()


problem = extend("placement", "placement_apart", Apart)


@problem.check
def rules(instance: Apart, decision: Decision, judge: Judge) -> float:
    """Check the rules of placement, and that no pair shares a machine; return the objective."""
    for first, second in instance.apart:
        if decision.machine[first] == decision.machine[second]:
            judge.fault("apart", f"instances {first} and {second}", "are on one machine")
    return problem.check_base(instance, decision, judge)


@problem.model
def model(instance: Apart) -> pyo.ConcreteModel:
    """Build the model of Eq. 3, with one additional row for each pair and machine."""
    m = problem.base_model(instance)

    @m.Constraint(range(len(instance.apart)), m.MACHINES)
    def apart(m: pyo.ConcreteModel, k: int, j: int) -> Any:
        """At most one of the pair is on machine j."""
        pair = [m.B[i, j] for i in instance.apart[k] if (i, j) in m.B]
        return sum(pair) <= 1 if len(pair) == 2 else pyo.Constraint.Skip

    return m


@problem.generate(instances=(2, 6), machines=(2, 4), slack=(1.0, 2.0), pairs=(0, 3))
def generate(
    seed: int, *, instances: int = 6, machines: int = 4, slack: float = 1.5, pairs: int = 2
) -> Apart:
    """Return a random stage with random pairs."""
    stage = problem.base.generated(seed, instances=instances, machines=machines, slack=slack)
    rng = np.random.default_rng(seed)
    drawn = [rng.choice(instances, 2, replace=False) for _ in range(pairs)]
    return Apart.of(stage, name=f"apart-{instances}x{machines}-s{seed}", apart=drawn)
