"""The statements of utility_course: the cores of every epoch, the least and most of every job.

How far cores bring a job, and that it has ended, are definitions of the exact model.
"""

from typing import Any

import pyomo.core as pyo

from ....formulations import utility_course as formulation
from ....instances.utility_course import UtilityCourse
from ....solvers.conflicts import StatedForm, refuse_large, stated_rows
from .words import Said, less, more


def stated(instance: UtilityCourse) -> StatedForm:
    """Return the exact model; the same row in all epochs is one statement."""
    refuse_large(formulation.model_size(instance)[1])
    model = formulation.build_model(instance)
    jobs = {job.name: job for job in instance.jobs}
    if not instance.has_overhead:
        _limits_as_rows(model, instance)

    def cores(_: Any) -> Said:
        words = f"{instance.cores} together"
        return Said("cores", "", words, more("", instance.cores, " cores"))

    def least(index: tuple[str, int]) -> Said:
        name, most = index[0], jobs[index[0]].min_cores
        return Said("min_cores", name, f"at least {most}", less(f"{name} is content with ", most))

    def most(index: tuple[str, int]) -> Said:
        name, limit = index[0], float(jobs[index[0]].max_cores or 0)
        return Said("max_cores", name, f"at most {limit:g}", more(f"{name} may have ", limit))

    return stated_rows(model, {"cores": cores, "max_cores": most, "at_least": least})


def _limits_as_rows(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    """Turn the most cores of jobs, which are bounds of variables, into rows."""
    most = {job.name: job.max_cores for job in instance.jobs if job.max_cores is not None}
    limited = [(q, t) for q, t in model.ACTIVE if q in most and most[q] < instance.cores]
    for pair in limited:
        model.a[pair].setub(instance.cores)
    model.max_cores = pyo.Constraint(limited, rule=lambda m, q, t: m.a[q, t] <= most[q])
