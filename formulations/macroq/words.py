"""The texts of macroq's constraints, and the constraints that only `explain` needs.

In these constraints a job takes the minimum MIPS of its PEs, or of its curve.
"""

from math import ceil

import numpy as np
import pyomo.core as pyo

from ...core.words import Said, Words, less, more, number, simply
from ...instances.macroq import MacroQ
from ..algebra import Indices, Linear, Relation, Variables, family, total
from .value_functions import curves_of, stretches_of


def add_least_of_curves(model: pyo.ConcreteModel, instance: MacroQ) -> Linear:
    """Add a variable for each curve's MIPS, with its first point as the minimum; return the sum."""
    first = {a: float(curve.mips[0]) for a, curve in curves_of(instance).items()}
    names, unit = list(model.ALTERNATIVES), instance.granularity
    mips, owner = np.array(list(first.values())), np.array(list(first), dtype=np.int64)
    if not first:
        return total()
    model.CURVES = pyo.Set(initialize=[names[a] for a in first])
    model.taken = Variables(model.CURVES, lower=0, doc="mips of a curve")

    @family(model, model.taken)
    def curve_begins(c: Indices) -> Relation:
        """A curve takes at least the MIPS of its first point if its template is chosen."""
        return model.taken[c] >= mips[c] * model.y[owner[c]]

    if unit is not None:
        most = [ceil(each / unit) for each in mips.tolist()]
        model.curve_units = Variables(model.CURVES, domain=pyo.NonNegativeIntegers, upper=most)

        @family(model, model.taken)
        def curve_on_grid(c: Indices) -> Relation:
            """The MIPS of a curve are a multiple of the granularity."""
            return model.taken[c] == unit * model.curve_units[c]

    return total(model.taken)


def add_running(model: pyo.ConcreteModel, instance: MacroQ, free: MacroQ) -> None:
    """Limit running jobs to their present templates; ``free``: the instance without this limit."""
    graph = free.graph
    others = {
        job.name: [a for a in own if graph.alternatives[a].name != job.running]
        for job, own in zip(instance.jobs, graph.of_job, strict=True)
        if job.running is not None
    }

    @model.Constraint([job for job, own in others.items() if own])
    def running(model: pyo.ConcreteModel, j: str) -> Relation:
        """A running job is admitted only by its present template."""
        return total(model.y[others[j]]) <= 0


def words(instance: MacroQ) -> Words:
    """Return the texts of the constraints for `explain`."""
    jobs = {job.name: job for job in instance.jobs}
    least = {
        f"{job.name}/{template.name}/{pe.name}": pe.min_mips
        for job in instance.jobs
        for template in job.templates
        for pe in template.pes or ()
    }
    first = {
        f"{job.name}/{template.name}": float(stretches_of(instance, template).mips[0])
        for job in instance.jobs
        for template in job.templates
        if template.is_curve
    }

    def takes(name: str) -> Said | None:
        mips = least[name] if name in least else first[name]
        change = less(f"{name} takes ", mips, " mips")
        return Said("min_mips", name, number(mips), change) if mips > 0 else None

    def running(j: str) -> Said:
        change = simply(f"{j} may use another template")
        return Said("running", j, jobs[j].running or "", change)

    mips, closed = more("", instance.mips, " mips"), simply("jobs may read from rejected jobs")
    return {
        "mips": lambda _: Said("mips", "", f"{number(instance.mips)} in total", mips),
        "least_mips": takes,
        "curve_begins": takes,
        "running": running,
        "reads_admitted": lambda _: Said("closed", "", "no job without its inputs", closed),
        "required_jobs": lambda j: Said(
            "required", j, "", simply(f"{j} is not required"), at_least=True
        ),
    }
