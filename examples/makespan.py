"""Jobs on equal machines: minimise the time at which the last one ends."""

from itertools import product
from typing import Annotated, ClassVar

import numpy as np
import pyomo.environ as pyo
from pydantic import Field

from optgap.algebra import Variables, chosen, dot, total
from optgap.problem import (
    Decision,
    Instance,
    Judge,
    Many,
    NonNegative,
    PositiveCount,
    Problem,
    exactly,
)


class Makespan(Instance):
    """The number of machines, and the time of each job."""

    machines: PositiveCount
    times: Annotated[Many[NonNegative], Field(min_length=1)]


class Assignment(Decision):
    """The machine of each job, counted from 0."""

    AXES: ClassVar = {"machine": ("times",)}
    machine: list[int]


problem = Problem("makespan", Makespan, Assignment, paper="Graham 1969")


@problem.check
def check(instance, decision, judge: Judge):
    """Check that the machines exist; return the objective, the largest load."""
    loads = [0] * instance.machines
    for i, (machine, time) in enumerate(zip(decision.machine, instance.times, strict=True)):
        if not 0 <= machine < instance.machines:
            judge.fault("machine", f"machine[{i}]", f"{machine} is not a machine")
            return None
        loads[machine] += exactly(time)
    return max(loads)


@problem.model
def model(instance):
    """Build the model: minimise C subject to Σ time x <= C on each machine."""
    machines, jobs = range(instance.machines), range(len(instance.times))
    m = pyo.ConcreteModel()
    m.x = Variables(jobs, machines, domain=pyo.Binary)
    m.end = pyo.Var(domain=pyo.NonNegativeReals)
    m.once = pyo.Constraint(jobs, rule=lambda m, i: total(m.x[i]) == 1)
    m.loads = pyo.Constraint(machines, rule=lambda m, j: dot(instance.times, m.x[:, j]) <= m.end)
    m.last = pyo.Objective(expr=m.end)
    return m


@problem.read
def read(instance, m, duals):
    """Return the machine of each job in a solved model."""
    return Assignment(machine=chosen(m.x).argmax(axis=1).tolist())


@problem.method(paper="Graham 1969")
def lpt(instance):
    """Assign the jobs by falling time, each to the machine with the least load."""
    loads, machine = [0] * instance.machines, [0] * len(instance.times)
    for i in sorted(range(len(machine)), key=lambda i: -instance.times[i]):
        machine[i] = min(range(instance.machines), key=lambda j: loads[j])
        loads[machine[i]] += instance.times[i]
    return Assignment(machine=machine)


@problem.enumerate
def enumerate_all(instance):
    """Yield every assignment."""
    for machine in product(range(instance.machines), repeat=len(instance.times)):
        yield Assignment(machine=list(machine))


@problem.generate(jobs=(1, 7), machines=(1, 3))
def generate(seed, *, jobs: int = 9, machines: int = 3):
    """Return random jobs with integer times."""
    times = np.random.default_rng(seed).integers(1, 21, jobs).astype(float).tolist()
    return Makespan(name=f"makespan-{seed}", machines=machines, times=times)
