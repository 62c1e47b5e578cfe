"""The statements of utility: the cores there are, and the fewest of every job."""

from ....instances.utility import Utility
from ....solvers.conflicts import StatedForm, StatementBuilder
from .words import less, more


def stated(instance: Utility) -> StatedForm:
    """Return a column of whole cores per job."""
    builder = StatementBuilder()
    columns = [builder.column(0, job.max_cores, integer=True) for job in instance.jobs]
    cores = instance.cores
    terms = [(column, 1.0) for column in columns]
    change = more("", cores, " cores")
    builder.say("cores", "", f"{cores} together", terms, upper=cores, change=change)
    for column, job in zip(columns, instance.jobs, strict=True):
        least = job.min_cores
        change = less(f"{job.name} is content with ", least)
        words = f"at least {least}"
        builder.say("min_cores", job.name, words, [(column, 1.0)], lower=least, change=change)
    return builder.stated()
