"""The statements of cluster_ratio: the least of every group, and the containers there are."""

from ....instances.cluster_ratio import ClusterRatio
from ....solvers.conflicts import StatedForm, StatementBuilder
from .words import less, more


def stated(instance: ClusterRatio) -> StatedForm:
    """Return a column of whole containers per group."""
    builder = StatementBuilder()
    columns = [builder.column(integer=True) for _ in instance.groups]
    total = instance.containers
    terms = [(column, 1.0) for column in columns]
    change = more("", total, " containers")
    builder.say("containers", "", f"at most {total} together", terms, upper=total, change=change)
    for column, group in zip(columns, instance.groups, strict=True):
        words = f"at least {group.lower}"
        change = less(f"{group.name} is content with ", group.lower)
        builder.say("lower", group.name, words, [(column, 1.0)], lower=group.lower, change=change)
    return builder.stated()
