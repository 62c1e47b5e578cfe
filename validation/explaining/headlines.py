"""Sentences for single problems: of a conflict, and of why there always is a plan."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...solvers.conflicts import FileStatement

Headline: TypeAlias = Callable[[Sequence[FileStatement]], str | None]

# why a problem always has a plan
ALWAYS = {"resource_plan": "every instance has an option, and no option excludes another"}


def no_headline(_: Sequence[FileStatement]) -> None:
    """Return no sentence: the families that exclude each other are named."""


def _of_placement(conflict: Sequence[FileStatement]) -> str | None:
    """Return the conflict in a sentence, if few statements are in it."""
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


HEADLINES: dict[str, Headline] = {"placement": _of_placement}
