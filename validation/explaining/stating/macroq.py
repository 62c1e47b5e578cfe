"""The statements of macroq: the mips of the system, required jobs, and what admits a job.

A job takes the least mips of its PEs, or of its curve.  Rates and importance exclude no plan, and
ranks do not: whatever a required job reads leads to it, and has its rank.
"""

from collections.abc import Iterator
from math import ceil, inf

from ....formulations.macroq import stretches_of
from ....instances.macroq import MacroQ, Template
from ....solvers.conflicts import StatedForm
from .words import Said, StatementBuilder, Terms, less, more, number, simply

Chosen = dict[tuple[str, str], int]  # the column of a job's template


def stated(instance: MacroQ) -> StatedForm:
    """Return y_jt for all templates of all jobs, and the mips that each takes."""
    builder = StatementBuilder()
    y = {(job.name, template.name): builder.column(0, 1, integer=True)
         for job in instance.jobs for template in job.templates}  # fmt: skip
    for job in instance.jobs:
        builder.row([(y[job.name, t.name], 1.0) for t in job.templates], upper=1)
    least = list(_least_mips(instance, y))
    unit = instance.granularity
    whole, size = unit is not None, 1.0 if unit is None else unit
    used = [builder.column(0, ceil(mips / size) if whole else mips, integer=whole)
            for _, mips, _ in least]  # fmt: skip
    words, change = f"{number(instance.mips)} together", more("", instance.mips, " mips")
    terms = [(c, size) for c in used]
    builder.say("mips", "", words, terms, upper=instance.mips, change=change)
    for c, (name, mips, column) in zip(used, least, strict=True):
        _say_least(builder, name, mips, [(c, size), (column, -mips)])
    _say_running(builder, instance, y)
    _say_closed(builder, instance, y)
    for job in instance.jobs:
        if job.required:
            terms = [(y[job.name, t.name], 1.0) for t in job.templates]
            change = simply(f"{job.name} is not required")
            builder.say("required", job.name, "", terms, lower=1, change=change)
    return builder.stated()


def _least_mips(instance: MacroQ, y: Chosen) -> Iterator[tuple[str, float, int]]:
    """Yield what takes mips, how many at least, and the column of its template."""
    for job in instance.jobs:
        for template in job.templates:
            name, column = f"{job.name}/{template.name}", y[job.name, template.name]
            if template.is_curve:
                yield name, float(stretches_of(instance, template).mips[0]), column
            for pe in template.pes or ():
                yield f"{name}/{pe.name}", pe.min_mips, column


def _say_least(builder: StatementBuilder, name: str, mips: float, terms: Terms) -> None:
    """Say how many mips a PE or a curve takes at least."""
    if mips > 0:
        change = less(f"{name} takes ", mips, " mips")
        builder.say("min_mips", name, number(mips), terms, lower=0, change=change)


def _say_running(builder: StatementBuilder, instance: MacroQ, y: Chosen) -> None:
    """Say by which template a job runs, if that is fixed."""
    for job in instance.jobs:
        others = [(y[job.name, t.name], 1.0) for t in job.templates if t not in job.choices]
        if others:
            change = simply(f"{job.name} may run by another template")
            builder.say("running", job.name, job.running or "", others, upper=0, change=change)


def _say_closed(builder: StatementBuilder, instance: MacroQ, y: Chosen) -> None:
    """Say that a job is admitted only with all jobs that its template reads."""
    if not instance.closed:
        return
    templates = {job.name: [t.name for t in job.templates] for job in instance.jobs}
    rows: list[tuple[Terms, float, float]] = []
    for job in instance.jobs:
        for template in job.templates:
            for read in sorted(_reads(template)):
                terms = [(y[job.name, template.name], 1.0)]
                terms += [(y[read, name], -1.0) for name in templates[read]]
                rows.append((terms, -inf, 0.0))
    if rows:
        said = Said("closed", "", "with all that it reads", simply("lists are not closed"))
        builder.say_rows(said, rows)


def _reads(template: Template) -> set[str]:
    """Return the other jobs whose streams a template reads."""
    terms = (term for stream in template.streams or () for term in stream.resource)
    return {name.partition("/")[0] for term in terms for name in term.rates or {} if "/" in name}
