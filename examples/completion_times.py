"""Jobs on unrelated machines: minimise the weighted sum of completion times."""

from fractions import Fraction
from itertools import product
from typing import Annotated, ClassVar

import numpy as np
import pyomo.environ as pyo
from pydantic import Field

from optgap.algebra import Variables, chosen, total
from optgap.problem import (
    Certificate,
    Decision,
    FloatArray,
    Instance,
    Judge,
    Many,
    Name,
    Part,
    Positive,
    Problem,
    exactly,
    number_array,
    shape_faults,
)


class Job(Part):
    """A job and its weight."""

    name: Name
    weight: Positive = 1.0


def one_time_each(jobs, machines, time):
    """Yield a fault unless the table has a time for each job on each machine."""
    yield from shape_faults("time", time, jobs, machines)


class CompletionTimes(Instance):
    """Jobs, machines, and the time that each job takes on each machine."""

    RULES: ClassVar = (one_time_each,)
    machines: Annotated[Many[Name], Field(min_length=1)]
    jobs: Annotated[Many[Job], Field(min_length=1)]
    time: Annotated[FloatArray, *number_array(2, above=0)]


class Assignment(Decision):
    """The machine of each job, counted from 0; on each machine Smith's order is optimal."""

    AXES: ClassVar = {"machine": ("jobs",)}
    INDICES: ClassVar = {"machine": "machines"}
    machine: list[int]


class Spread(Certificate):
    """A certificate without data: no job ends before its shortest time."""


problem = Problem("completion_times", CompletionTimes, Assignment, paper="Smith 1956")


def smith(instance, j, jobs):
    """Return jobs in Smith's order on machine j: least time per weight first."""
    return sorted(jobs, key=lambda i: (instance.time[i, j] / instance.jobs[i].weight, i))


@problem.check
def check(instance, decision, judge: Judge):
    """Check an assignment; return the objective Σ weight x completion time, exactly."""
    time, worth = exactly(instance.time), Fraction(0)
    weight = [exactly(job.weight) for job in instance.jobs]
    for j in range(len(instance.machines)):
        mine = [i for i, machine in enumerate(decision.machine) if machine == j]
        end = Fraction(0)
        for i in sorted(mine, key=lambda i: time[i][j] / weight[i]):
            end += time[i][j]
            worth += weight[i] * end
    return worth


@problem.certified
def certified(instance, certificate: Spread) -> Fraction:
    """Return the lower bound that lets every job run alone on its fastest machine."""
    rows = zip(instance.jobs, exactly(instance.time), strict=True)
    return sum((exactly(job.weight) * min(row) for job, row in rows), Fraction(0))


@problem.model
def model(instance):
    """Build the model: x[i, j]: job i on machine j; y[i, k, j]: jobs i and k on j, i first."""
    jobs, machines = instance.time.shape
    m = pyo.ConcreteModel()
    m.x = Variables(range(jobs), range(machines), domain=pyo.Binary)
    m.once = pyo.Constraint(range(jobs), rule=lambda m, i: total(m.x[i]) == 1)
    m.pairs = pyo.Set(initialize=[(i, k) for i in range(jobs) for k in range(i)])
    m.y = pyo.Var(m.pairs, range(machines), bounds=(0, 1))
    m.both = pyo.Constraint(
        m.pairs,
        range(machines),
        rule=lambda m, i, k, j: m.y[i, k, j] >= m.x[i, j] + m.x[k, j] - 1,
    )
    weight, time = [job.weight for job in instance.jobs], instance.time.tolist()

    def cost(i, k, j):
        """Of two jobs on machine j the later one waits for the earlier one."""
        first, second = smith(instance, j, [i, k])
        return weight[second] * time[first][j]

    m.worth = pyo.Objective(
        expr=sum(weight[i] * time[i][j] * m.x[i, j] for i in range(jobs) for j in range(machines))
        + sum(cost(i, k, j) * m.y[i, k, j] for i, k in m.pairs for j in range(machines))
    )
    return m


@problem.read
def read(instance, m, duals):
    """Return the machine of each job in a solved model."""
    return Assignment(machine=chosen(m.x).argmax(axis=1).tolist())


@problem.method(paper="list scheduling")
def greedy(instance):
    """Place jobs by falling weight, each on the machine where the objective grows least."""
    placed = [[] for _ in instance.machines]
    machine = [0] * len(instance.jobs)

    def grown(i, j):
        order, end, worth = smith(instance, j, [*placed[j], i]), 0.0, 0.0
        for job in order:
            end += instance.time[job, j]
            worth += instance.jobs[job].weight * end
        return worth - sums[j]

    sums = [0.0] * len(instance.machines)
    for i in sorted(range(len(instance.jobs)), key=lambda i: -instance.jobs[i].weight):
        machine[i] = min(range(len(instance.machines)), key=lambda j: grown(i, j))
        sums[machine[i]] += grown(i, machine[i])
        placed[machine[i]].append(i)
    return Assignment(machine=machine)


@problem.method(kind="baseline")
def fastest(instance):
    """Put every job on its fastest machine, whatever its load."""
    return Assignment(machine=instance.time.argmin(axis=1).tolist())


@problem.enumerate
def enumerate_all(instance):
    """Yield every assignment."""
    for machine in product(range(len(instance.machines)), repeat=len(instance.jobs)):
        yield Assignment(machine=list(machine))


@problem.generate(jobs=(1, 5), machines=(1, 3))
def generate(seed, *, jobs: int = 8, machines: int = 3):
    """Return random jobs; weights and times are integers."""
    rng = np.random.default_rng(seed)
    return CompletionTimes(
        name=f"completion_times-{seed}",
        machines=[f"m{j}" for j in range(machines)],
        jobs=[{"name": f"j{i}", "weight": float(rng.integers(1, 6))} for i in range(jobs)],
        time=rng.integers(1, 21, (jobs, machines)).astype(float),
    )
