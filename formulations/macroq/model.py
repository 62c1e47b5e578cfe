"""macroq as a mixed integer program: which templates run, and with how many mips.

Wolf et al., "SODA", section 5.1.2, (1)-(3).  The print maximises over rank-legal lists; here y
chooses templates, x_j = Σ_t y_jt admits job j, and (L1)-(L4) of `ranks` keep the lists legal.
"""

from __future__ import annotations

import numpy as np
import pyomo.core as pyo

from ...core.faults import Fault, InputError
from ...instances.macroq import MacroQ
from ..algebra import Indices, Relation, Variables, family, model_builder, total
from .curves import add_curves
from .grid import units_of
from .ranks import add_rank_legality
from .rates import add_rates

NEEDS_A_GRID = "a program needs a granularity where a resource function is a product"


@model_builder
def build_model(instance: MacroQ, *, waterline: int | None = None) -> pyo.ConcreteModel:
    """Return the program (1)-(3) with (L1)-(L4).

    With a ``waterline`` W only lists are legal of which every job of rank < W is a member, and no
    job whose revised rank is worse than W.
    """
    if instance.has_products and instance.granularity is None:
        raise InputError("bad input", [Fault("granularity", NEEDS_A_GRID)])
    model = _variables(instance)
    _add_templates(model, instance)
    _add_mips(model, instance)
    on_curves, worth_of_curves = add_curves(model, instance)
    worth_of_rates = add_rates(model, instance)
    add_rank_legality(model, instance, waterline)

    # max Σ_p I_p
    @model.Objective(sense=pyo.maximize)
    def importance(model: pyo.ConcreteModel) -> pyo.Expression:
        """The admitted jobs are as important as possible, all together."""
        return worth_of_curves + worth_of_rates

    # (1): Σ_p g_p <= H
    @model.Constraint()
    def mips(model: pyo.ConcreteModel) -> Relation:
        """The mips of all PEs and curves sum to those of the system at most."""
        return total(model.g) + on_curves <= instance.mips

    return model


def _variables(instance: MacroQ) -> pyo.ConcreteModel:
    graph = instance.graph
    jobs = [job.name for job in instance.jobs]
    model = pyo.ConcreteModel(name=instance.name)
    model.instance = instance
    model.JOBS = pyo.Set(initialize=jobs)
    model.ALTERNATIVES = pyo.Set(initialize=[f"{jobs[a.job]}/{a.name}" for a in graph.alternatives])
    model.PES = pyo.Set(initialize=[pe.name for pe in graph.pes])
    model.STREAMS = pyo.Set(initialize=[stream.name for stream in graph.streams])
    model.y = Variables(model.ALTERNATIVES, domain=pyo.Binary, doc="y_jt: job j runs by template t")
    model.g = Variables(model.PES, lower=0, doc="g_p: mips of PE p")
    model.r = Variables(model.STREAMS, lower=0, upper=graph.bound, doc="r_s: rate of stream s")
    return model


def _add_templates(model: pyo.ConcreteModel, instance: MacroQ) -> None:
    graph = instance.graph
    of_job = dict(zip(model.JOBS, graph.of_job, strict=True))
    required = [job.name for job in instance.jobs if job.required]

    # 5.1.1: T is a function on the job list
    @model.Constraint([job for job, mine in of_job.items() if len(mine) > 1])
    def one_template(model: pyo.ConcreteModel, j: str) -> Relation:
        """A job runs by one template at most."""
        return total(model.y[list(of_job[j])]) <= 1

    # (3): the required jobs are in the list
    @model.Constraint(required)
    def required_jobs(model: pyo.ConcreteModel, j: str) -> Relation:
        """A required job is admitted."""
        return total(model.y[list(of_job[j])]) == 1

    read = [
        (alternative, source)
        for alternative, name in zip(graph.alternatives, model.ALTERNATIVES, strict=True)
        for source in alternative.reads
        if instance.closed
    ]
    names = list(model.ALTERNATIVES)
    pairs = [(names[graph.alternatives.index(a)], instance.jobs[i].name) for a, i in read]

    @model.Constraint(pairs)
    def reads_admitted(model: pyo.ConcreteModel, jt: str, i: str) -> Relation:
        """In a closed list a job is admitted only with every job that its template reads."""
        return model.y[jt] <= total(model.y[list(of_job[i])])


def _add_mips(model: pyo.ConcreteModel, instance: MacroQ) -> None:
    graph = instance.graph
    owner = np.array([pe.alternative for pe in graph.pes], dtype=np.int64)
    least = np.array([pe.least for pe in graph.pes])
    most = np.array([pe.most for pe in graph.pes])
    if instance.granularity is not None:
        unit = float(instance.granularity)
        low, high = units_of(instance)
        least, most = low * unit, high * unit
        model.units = Variables(
            model.PES, domain=pyo.NonNegativeIntegers, upper=high, doc="g_p in units"
        )

        @family(model, model.units)
        def on_grid(p: Indices) -> Relation:
            """The mips of a PE are a multiple of the granularity."""
            return model.g[p] == unit * model.units[p]

    # (2): m_p <= g_p <= M_p of admitted jobs
    @family(model, model.g)
    def least_mips(p: Indices) -> Relation:
        """A PE has its least mips if its template is chosen."""
        return model.g[p] >= least[p] * model.y[owner[p]]

    @family(model, model.g)
    def most_mips(p: Indices) -> Relation:
        """A PE has no more than its most mips, and none if its template is not chosen."""
        return model.g[p] <= most[p] * model.y[owner[p]]
