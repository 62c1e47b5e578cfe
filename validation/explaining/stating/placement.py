"""The statements of placement: every instance runs, on a machine that it can run on, with room."""

from collections.abc import Sequence

import numpy as np

from ....instances.placement import Placement
from ....solvers.conflicts import FileStatement, StatedForm, StatementBuilder, refuse_large
from .words import more, simply


def stated(instance: Placement) -> StatedForm:
    """Return B_ij for all pairs: those that cannot run are said to be 0."""
    refuse_large(3 * instance.instances * instance.machines)
    usable = ~np.isnan(instance.dense_latency())
    builder = StatementBuilder()
    column = np.array(
        [[builder.column(0, 1, integer=True) for _ in range(instance.machines)]
         for _ in range(instance.instances)]
    )  # fmt: skip
    for j, most in enumerate(instance.beta.tolist()):
        words = f"{most}"
        terms = [(int(c), 1.0) for c in column[:, j]]
        change = more(f"machine {j} takes ", most)
        builder.say("capacity", f"machine {j}", words, terms, upper=most, change=change)
    for i in np.flatnonzero(~usable.all(axis=1)).tolist():
        terms = [(int(c), 1.0) for c in column[i, ~usable[i]]]
        words = _machines(np.flatnonzero(usable[i]).tolist())
        change = simply(f"instance {i} can run elsewhere")
        builder.say("can run on", str(i), words, terms, upper=0, change=change)
    for i in range(instance.instances):
        terms = [(int(c), 1.0) for c in column[i]]
        change = simply(f"instance {i} does not run")
        builder.say("runs", str(i), "", terms, lower=1, change=change)
    return builder.stated()


def _machines(numbers: list[int]) -> str:
    if not numbers:
        return "no machine"
    return f"machine{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def headline(conflict: Sequence[FileStatement]) -> str | None:
    """Return the conflict in a sentence, where few statements are in it."""
    by_family: dict[str, list[FileStatement]] = {}
    for statement in conflict:
        by_family.setdefault(statement.family, []).append(statement)
    runs = [statement.member for statement in by_family.get("runs", [])]
    room = by_family.get("capacity", [])
    lists = {statement.words for statement in by_family.get("can run on", [])}
    if lists == {"no machine"} and len(runs) == 1:
        return f"instance {runs[0]} can run on no machine"
    who = f"instances {', '.join(runs[:-1])} and {runs[-1]}" if len(runs) > 1 else None
    if who is None or len(runs) > 5:
        return None
    if len(lists) == 1 and len(room) == 1:
        return f"{who} can run on {lists.pop()} only, which takes {room[0].words}"
    if not lists:
        return f"{len(runs)} instances run, and all machines together take fewer"
    return None
