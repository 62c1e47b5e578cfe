"""The way from the name of a task and a program to its verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from ...core.faults import check_range, input_error, near_miss
from ...core.memory import bytes_of
from .judged import Judged, JudgedRow, Score, judged, program_text
from .running import Limits
from .table import task_named
from .task import Reference, Task, refuse_without

DEFAULT_MEMORY = 4 * 2**30


def judge(
    task: str,
    program: str | Path,
    *,
    instances: int | Sequence[str] | None = None,
    fresh: int | None = None,
    time_limit: float | None = None,
    memory: int | str | None = None,
    seed: int = 0,
    score: Score = "framework",
    listener: Callable[[JudgedRow], None] = lambda row: None,
) -> Judged:
    """Judge a found program: run it on each instance of a task, and recompute everything.

    ``instances`` are how many of the first ones, or their names; default: all.  ``fresh`` is the
    seed of new instances, which are solved now.  ``time_limit`` (seconds) and ``memory`` (bytes, or
    ``"4GiB"``) hold for each instance.
    """
    if score not in ("framework", "gap"):
        raise input_error("score", "must be framework or gap", score)
    known, text = task_named(task), program_text(program)
    refuse_without(known.needs)
    seconds = known.seconds if time_limit is None else time_limit
    check_range(time_limit=(seconds, 0.0), seed=(seed, 0))
    limits = Limits(seconds, DEFAULT_MEMORY if memory is None else bytes_of(memory), seed)
    references = known.references() if fresh is None else known.fresh(fresh)
    chosen = _choose(known, references, instances)
    if not chosen:
        raise input_error("instances", "none of them is feasible with a proven bound")
    return judged(
        known, text, chosen, limits, name=Path(program).name, score=score, listener=listener
    )


def _choose(
    task: Task, references: Sequence[Reference], instances: int | Sequence[str] | None
) -> list[Reference]:
    """Return the instances that are asked for, with their bounds."""
    named = {reference.instance.name: reference for reference in references}
    wanted, most = list(references), len(references)
    if isinstance(instances, int):
        check_range(instances=(instances, 1))
        most = instances
    elif instances is not None:
        for name in instances:
            if name not in named:
                rule = f"is none of {task.name} {near_miss(name, named)}"
                raise input_error("instances", rule, name)
        wanted = [named[name] for name in instances]
    bounded = wanted if task.complete is None else map(task.complete, wanted)
    return list(islice((reference for reference in bounded if reference is not None), most))
