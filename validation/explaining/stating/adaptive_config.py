"""The statements of adaptive_config: containers, the bounds of groups, and jobs that must run.

A group with so many containers is simulated under every setting of its grid, as in `queue_config`.
"""

from math import ceil
from typing import TypeAlias

from ....core.faults import input_error
from ....instances.adaptive_config import AdaptiveConfig
from ....instances.queue_config import UserGroup
from ....solvers.conflicts import StatedForm
from .queue_config import runs_of
from .words import StatementBuilder, less, more, simply

Choice: TypeAlias = tuple[int, list[bool]]


def stated(instance: AdaptiveConfig) -> StatedForm:
    """Return a column per group, number of containers, and set of jobs that runs with them."""
    if instance.tuning is not None:
        _refuse_unknown(instance)
    builder, total = StatementBuilder(), instance.containers
    tuned = instance.tuning is not None
    columns = [_Columns(builder, group, _choices(group, total, tuned)) for group in instance.groups]
    terms = [(c, float(r)) for own in columns for c, r in own.amounts if r]
    change = more("", total, " containers")
    builder.say("containers", "", f"at most {total} together", terms, upper=total, change=change)
    for own in columns:
        own.say_upper(builder)
    for own in columns:
        own.say_lower(builder)
    for own in columns:
        own.say_runs(builder)
    return builder.stated()


def _choices(group: UserGroup, total: int, tuned: bool) -> list[Choice]:
    """Return numbers of containers, each with the jobs that run under a setting.

    With tuning jobs that wait may run later, and all are said to run.
    """
    upper, jobs = group.most_of(total), len(group.jobs)
    if tuned:
        return [(r, [True] * jobs) for r in range(max(upper, group.lower) + 1)]
    least = group.share_grid[group.share_grid > 0].min()
    choices: list[Choice] = [(0, [False] * jobs)]
    for r in range(1, max(upper, total, ceil(1 / float(least))) + 1):
        if r > upper and any(n >= group.lower and all(runs) for n, runs in choices):
            break  # more containers are of no use
        choices += [(r, row) for row in runs_of(group, r).tolist()]
    return choices


class _Columns:
    """The columns of one group: the containers and the running jobs of each."""

    def __init__(self, builder: StatementBuilder, group: UserGroup, choices: list[Choice]) -> None:
        self.group = group
        self.columns = [builder.column(0, 1, integer=True) for _ in choices]
        self.amounts = [(c, r) for c, (r, _) in zip(self.columns, choices, strict=True)]
        self.runs = [row for _, row in choices]
        builder.row([(c, 1.0) for c in self.columns], 1, 1)

    def say_upper(self, builder: StatementBuilder) -> None:
        """Say the most containers, where the file does."""
        name, most = self.group.name, self.group.upper
        if most is not None and any(r > most for _, r in self.amounts):
            terms = [(c, float(r)) for c, r in self.amounts]
            change = more(f"{name} may have ", most)
            builder.say("upper", name, f"at most {most}", terms, upper=most, change=change)

    def say_lower(self, builder: StatementBuilder) -> None:
        """Say the least containers."""
        name, least = self.group.name, self.group.lower
        terms = [(c, float(r)) for c, r in self.amounts]
        change = less(f"{name} is content with ", least)
        builder.say("lower", name, f"at least {least}", terms, lower=least, change=change)

    def say_runs(self, builder: StatementBuilder) -> None:
        """Say that every job runs."""
        for j, job in enumerate(self.group.jobs):
            terms = [(c, 1.0) for c, row in zip(self.columns, self.runs, strict=True) if row[j]]
            member = f"{self.group.name}/{job.name}"
            builder.say("runs", member, "", terms, lower=1, change=simply(f"{member} never runs"))


def _refuse_unknown(instance: AdaptiveConfig) -> None:
    """Refuse an instance with tuning of which only sequences of settings might be plans."""
    least = [_fewest(group, instance.containers) for group in instance.groups]
    fit = None not in least and sum(filter(None, least)) <= instance.containers
    if int(instance.lower.sum()) <= instance.containers and not fit:
        rule = "no setting that stays is a plan, and of sequences of settings nothing is known"
        raise input_error("tuning", rule)


def _fewest(group: UserGroup, total: int) -> int | None:
    """Return the fewest containers within the bounds of a group with which all its jobs run."""
    counts = range(group.lower, group.most_of(total) + 1)
    return next((r for r in counts if bool(runs_of(group, r).all(axis=1).any())), None)
