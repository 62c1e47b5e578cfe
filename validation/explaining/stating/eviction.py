"""The statements of eviction: what must become free, and who stays."""

import numpy as np

from ....core.decimals import as_written
from ....instances.eviction import Eviction
from ....solvers.conflicts import StatedForm, StatementBuilder
from .words import less, number, simply


def stated(instance: Eviction) -> StatedForm:
    """Return x_i for all residents: 1 where it leaves."""
    builder = StatementBuilder()
    columns = [builder.column(0, 1, integer=True) for _ in instance.residents]
    for column, resident in zip(columns, instance.residents, strict=True):
        if resident.keep:
            change = simply(f"{resident.name} may leave")
            builder.say("stays", resident.name, "", [(column, 1.0)], upper=0, change=change)
    for r, name in enumerate(instance.resources):
        free = instance.free[r] if instance.free else 0.0
        need = as_written(instance.request[r]) - as_written(free)
        held = np.array([resident.demand[r] for resident in instance.residents])
        if need > 0:
            terms = [(columns[i], float(held[i])) for i in np.flatnonzero(held).tolist()]
            words = f"{number(need)} must become free"
            change = less("", need, f" of {name} must become free")
            builder.say("need", name, words, terms, lower=float(need), change=change)
    return builder.stated()
