"""The statements of stage: every instance runs, where it can run, on machines with room."""

import numpy as np

from ....core.arrays import IntArray
from ....instances.stage import Stage
from ....solvers.conflicts import Said, StatedForm, StatementBuilder, refuse_large
from .words import more, names, number, simply


def stated(instance: Stage) -> StatedForm:
    """Return x_ijk for all choices: those that cannot run are said to be 0."""
    count = instance.instances * instance.machines * len(instance.configurations)
    refuse_large(count * (2 + instance.available.shape[1]))
    builder = StatementBuilder()
    shape = (instance.instances, instance.machines, len(instance.configurations))
    column = np.array([builder.column(0, 1, integer=True) for _ in range(count)]).reshape(shape)
    _say_rooms(builder, instance, column)
    _say_lists(builder, instance, column)
    for i, name in enumerate(_names(instance.instance_names, instance.instances)):
        terms = [(int(c), 1.0) for c in column[i].ravel()]
        builder.say(
            "runs", name, "", terms, lower=1, change=simply(f"instance {name} does not run")
        )
    return builder.stated()


def _names(given: tuple[str, ...] | None, count: int) -> list[str]:
    return [str(k) for k in range(count)] if given is None else list(given)


def _machines(instance: Stage) -> list[str]:
    count = instance.machines
    return [f"machine {name}" for name in _names(instance.machine_names, count)]


def _say_rooms(builder: StatementBuilder, instance: Stage, column: IntArray) -> None:
    """Say what every machine has of each resource, and how many instances it takes."""
    theta, available = instance.configurations, instance.available
    for j, machine in enumerate(_machines(instance)):
        for r in range(available.shape[1]):
            most = float(available[j, r])
            if most < theta[:, r].max() * instance.instances:
                member = machine if available.shape[1] == 1 else f"{machine} resource {r}"
                terms = [(int(c), float(theta[k, r])) for row in column[:, j]
                         for k, c in enumerate(row)]  # fmt: skip
                change = more(f"{member} has ", most)
                builder.say("available", member, number(most), terms, upper=most, change=change)
    places = instance.max_per_machine
    if places is not None:
        rows = [([(int(c), 1.0) for c in column[:, j].ravel()], -np.inf, float(places))
                for j in range(instance.machines)]  # fmt: skip
        change = more("", places, " instances per machine")
        builder.say_rows(Said("max_per_machine", "", f"{places}", change), rows)


def _say_lists(builder: StatementBuilder, instance: Stage, column: IntArray) -> None:
    """Say for every instance on which machines it can run, if not with all choices."""
    usable = ~np.isnan(instance.dense_latency().transpose(0, 2, 1))
    machines = _machines(instance)
    for i, name in enumerate(_names(instance.instance_names, instance.instances)):
        if not usable[i].all():
            there = np.flatnonzero(usable[i].any(axis=1)).tolist()
            words = names([machines[j] for j in there], "machines", "no machine")
            if not usable[i, there].all():
                words = f"{words}, with {int(usable[i].sum())} of {usable[i].size} choices"
            terms = [(int(c), 1.0) for c in column[i, ~usable[i]]]
            change = simply(f"instance {name} can run elsewhere")
            builder.say("can run on", name, words, terms, upper=0, change=change)
