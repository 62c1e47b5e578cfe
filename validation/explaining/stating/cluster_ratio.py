"""The statements of cluster_ratio: the least of every group, and the containers there are."""

from __future__ import annotations

from collections.abc import Callable

from ....instances.cluster_ratio import ClusterRatio
from ....solvers.explaining import StatedForm, StatementBuilder
from ....solvers.proving import Number


def stated(instance: ClusterRatio) -> StatedForm:
    """Return a column of whole containers per group."""
    builder = StatementBuilder()
    columns = [builder.column(integer=True) for _ in instance.groups]
    total = instance.containers
    builder.say(
        "containers",
        "",
        f"at most {total} together",
        [(column, 1.0) for column in columns],
        upper=total,
        change=lambda amount: f"{total + amount} containers",
    )
    for column, group in zip(columns, instance.groups, strict=True):
        words = f"at least {group.lower}"
        change = _less(group.name, group.lower)
        builder.say("lower", group.name, words, [(column, 1.0)], lower=group.lower, change=change)
    return builder.stated()


def _less(name: str, lower: int) -> Callable[[Number], str]:
    return lambda amount: f"{name} is content with {lower + amount}"
