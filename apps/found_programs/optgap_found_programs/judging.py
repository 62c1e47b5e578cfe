"""Judge a program on a task: run it on each instance and compute its verdict."""

import importlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any, Literal

from optgap import problem_names
from optgap.faults import InputError, bytes_of, check_range, input_error, near_miss
from optgap.files import read_bytes
from optgap.reports import ShortDisplay
from optgap.running import BoundKind, Verdict, built_in_names, gap, malformation, rejection

from .isolation import NOTES, Isolation
from .problems import task_of
from .running import Limits, Raw, limiter_of, run_limited, run_program, server_of
from .task import Reference, Task, refuse_without

Status = Literal["ok", "infeasible", "crash", "late", "memory", "garbage"]
Score = Literal["framework", "gap"]
_LARGEST_PROGRAM = 4 * 2**20
_MOST_VIOLATIONS = 20


@dataclass(frozen=True)
class JudgedRow:
    """The result on one instance: the program's status and objective, and the reference bound."""

    instance: str
    status: Status
    objective: float | None
    reference: float | None
    trust: BoundKind | None
    gap: float | None
    seconds: float
    violations: tuple[str, ...] = ()
    isolation: Isolation = "none"
    processor_seconds: float | None = None  # of all its processes, and their memory in bytes,
    peak_memory: int | None = None  # where runexec has measured them


@dataclass(frozen=True)
class Gaps:
    """The mean and the worst gap over the instances."""

    mean: float
    worst: float


@dataclass(frozen=True, repr=False)
class Judged(ShortDisplay):
    """The verdict on a program; ``correct`` only if it was feasible on each instance."""

    task: str
    program: str
    score: float
    gap: Gaps | None
    correct: bool
    rows: tuple[JudgedRow, ...]
    note: str

    def as_document(self) -> dict[str, Any]:
        """Return the verdict as a JSON document."""
        return asdict(self)


def program_text(program: str | Path) -> str:
    """Return the text of a program's file; raise an error if it is not readable."""
    path = Path(program)
    if not path.is_file():
        raise input_error("program", "there is no such file", str(program))
    try:
        return read_bytes(path, _LARGEST_PROGRAM, "").decode("utf-8")
    except UnicodeDecodeError as error:
        raise input_error(str(path), f"is not UTF-8 text: {error.reason}") from None


def judged(
    task: Task,
    text: str,
    references: Sequence[Reference],
    limits: Limits,
    *,
    name: str = "program",
    score: Score = "framework",
    listener: Callable[[JudgedRow], None] = lambda row: None,
) -> Judged:
    """Run a program on each instance, recompute its objectives, and return the verdict."""

    def row(reference: Reference) -> JudgedRow:
        if limiter:
            raw = run_limited(text, task, reference.instance, limits, stop)
        else:
            raw = run_program(server, text, task, reference.instance, limits, stop)
        return replace(
            _row(task, reference, raw),
            isolation=level,
            processor_seconds=raw.processor_seconds,
            peak_memory=raw.peak_memory,
        )

    stop, rows, limiter = Event(), list[JudgedRow](), limiter_of(limits)
    server, level = server_of(task, limits.isolation, limiter)
    waiting = 1 if task.replies is None else 2  # a program that is shown steps waits for them
    pool = ThreadPoolExecutor(max_workers=waiting * (os.cpu_count() or 1))
    try:
        for result in pool.map(row, references):
            rows.append(result)
            listener(result)
    except BaseException:  # an interrupt too: nothing is left running
        stop.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        server.end()
    correct = all(row.status == "ok" for row in rows)
    distances = [row.gap for row in rows if correct and row.gap is not None]
    gaps = None
    if distances and len(distances) == len(rows):
        gaps = Gaps(sum(distances) / len(distances), max(distances))
    if not correct:
        worth = 0.0 if score == "gap" else task.failed
    elif score == "gap":
        worth = 0.0 if gaps is None else 1 - gaps.mean
    else:
        worth = framework_score(task, rows)
    note = NOTES[level] + ("; limited and measured by BenchExec's runexec" if limiter else "")
    return Judged(task.name, name, worth, gaps, correct, tuple(rows), note)


def _row(task: Task, reference: Reference, raw: Raw) -> JudgedRow:
    instance, problem = reference.instance, task.problem
    known = (reference.bound, reference.trust)
    if raw.status != "ok":
        status: Status = raw.status  # type: ignore[assignment]
        return JudgedRow(instance.name, status, None, *known, None, raw.seconds, (raw.words,))
    verdict = _verdict(task, reference, raw.decision)
    if not verdict.feasible:
        formless = any(violation.constraint == "decision" for violation in verdict.violations)
        words = tuple(map(str, verdict.violations[:_MOST_VIOLATIONS]))
        status = "garbage" if formless else "infeasible"
        return JudgedRow(instance.name, status, None, *known, None, raw.seconds, words)
    distance = gap(verdict.objective, reference.bound, problem.sense(instance))
    if reference.front is not None and verdict.objective is not None:
        distance = 1 - verdict.objective  # the share of the proven front's volume that is missed
    return JudgedRow(instance.name, "ok", verdict.objective, *known, distance, raw.seconds)


def _verdict(task: Task, reference: Reference, answer: Any) -> Verdict:
    try:
        if task.verdict is not None:
            return task.verdict(reference, answer)
        return task.problem.judge(reference.instance, answer)
    except InputError as error:
        return rejection([malformation(fault.place, fault.rule) for fault in error.faults])


def framework_score(task: Task, rows: Sequence[JudgedRow]) -> float:
    """Return the framework's score of feasible rows; for problems, the mean of their `_share`."""
    if task.score is not None:
        return task.score([row.objective for row in rows if row.objective is not None])
    shares = [_share(row) for row in rows]
    return sum(shares) / len(shares)


def _share(row: JudgedRow) -> float:
    """Return the ratio of bound and objective, at most 1; if one is <= 0, max(0, 1 - gap)."""
    assert row.objective is not None and row.reference is not None and row.gap is not None
    below, above = sorted((row.objective, row.reference))
    ahead = row.gap <= 0
    if ahead or below <= 0:
        return 1.0 if ahead else max(0.0, 1 - row.gap)
    return below / above


FRAMEWORKS = {  # module of each task, and the name in it
    "prism": ("prism", "task"),
    "cloudcast": ("cloudcast", "task"),
    "cloudcast-head": ("cloudcast", "head"),
    "txn": ("txn", "task"),
    "spot": ("spot", "task"),
}


def task_names() -> list[str]:
    """Return the names of all tasks."""
    return [*FRAMEWORKS, *built_in_names()]


@cache
def task_named(name: str) -> Task:
    """Return the task with a name; for an unknown name the error suggests a similar one."""
    if name in FRAMEWORKS:
        module, attribute = FRAMEWORKS[name]
        task: Task = getattr(importlib.import_module(f".{module}", __package__), attribute)
        return task
    if name in problem_names():
        return task_of(name)
    raise input_error("task", f"is not a task {near_miss(name, task_names())}", name)


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
    isolation: Isolation | None = None,
    limits: str | None = None,
    listener: Callable[[JudgedRow], None] = lambda row: None,
) -> Judged:
    """Judge a found program: run it on each instance of a task, and recompute everything.

    Parameters
    ----------
    task : str
        ``prism``, ``cloudcast``, ``txn``, ``spot``, or the name of a problem.
    program : str or Path
        The program's file.
    instances : int or sequence of str, optional
        The number of first instances, or their names; by default all.
    fresh : int, optional
        The seed of new instances, which are solved now.
    time_limit : float, optional
        Seconds for each instance; by default that of the task.
    memory : int or str, optional
        Memory for each instance, in bytes or as ``"4GiB"``.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    score : {'framework', 'gap'}
        The framework's own score, or ``gap``: 1 - mean gap.
    isolation : {'strict', 'weak', 'none'}, optional
        The required level. By default it is the best one that the system allows, and each row names
        it.
    limits : str, optional
        With ``"runexec"`` BenchExec limits and measures each program.
    listener : callable, optional
        Is called with each row.

    Returns
    -------
    Judged
        The score, and a row for each instance with its gap to the optimum or bound.

    Raises
    ------
    InputError
        If the task or the program is unknown, or the required isolation is not available.
    """
    if score not in ("framework", "gap"):
        raise input_error("score", "must be framework or gap", score)
    known, text = task_named(task), program_text(program)
    refuse_without(known.needs)
    seconds = known.seconds if time_limit is None else time_limit
    check_range(time_limit=(seconds, 0.0), seed=(seed, 0))
    most = DEFAULT_MEMORY if memory is None else bytes_of(memory)
    allowed = Limits(seconds, most, seed, isolation, limits)
    references = known.references() if fresh is None else known.fresh(fresh)
    chosen = _choose(known, references, instances)
    if not chosen:
        raise input_error("instances", "none of the instances is feasible with a proven bound")
    return judged(
        known, text, chosen, allowed, name=Path(program).name, score=score, listener=listener
    )


def _choose(
    task: Task, references: Sequence[Reference], instances: int | Sequence[str] | None
) -> list[Reference]:
    """Return the requested instances with their bounds."""
    named = {reference.instance.name: reference for reference in references}
    wanted, most = list(references), len(references)
    if isinstance(instances, int):
        check_range(instances=(instances, 1))
        most = instances
    elif instances is not None:
        for name in instances:
            if name not in named:
                rule = f"is not an instance of {task.name} {near_miss(name, named)}"
                raise input_error("instances", rule, name)
        wanted = [named[name] for name in instances]
    bounded = wanted if task.complete is None else map(task.complete, wanted)
    return list(islice((reference for reference in bounded if reference is not None), most))
