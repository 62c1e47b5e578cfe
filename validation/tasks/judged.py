"""The verdict on a found program: a row for each instance, the score, the gap to what is proven."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event
from typing import Any, Literal

from ...core.faults import InputError, input_error
from ...core.outcome import BoundKind, gap
from ...core.reading import read_bytes
from ..judge import Verdict
from ..judge.verdict import malformed, rejected
from .running import Limits, Raw, run_program, server_of
from .task import Reference, Task

Status = Literal["ok", "infeasible", "crash", "late", "memory", "garbage"]
Score = Literal["framework", "gap"]
_LARGEST_PROGRAM = 4 * 2**20
_MOST_VIOLATIONS = 20
NO_SANDBOX = "the program ran apart from the judge, but not in a sandbox against malice"


@dataclass(frozen=True)
class JudgedRow:
    """One instance: how the program ended, and its objective beside the optimum or bound."""

    instance: str
    status: Status
    objective: float | None
    reference: float | None
    trust: BoundKind | None
    gap: float | None
    seconds: float
    violations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gaps:
    """The mean and the worst gap over the instances."""

    mean: float
    worst: float


@dataclass(frozen=True)
class Judged:
    """What a found program is worth: ``correct`` only if it was right on every instance."""

    task: str
    program: str
    score: float
    gap: Gaps | None
    correct: bool
    rows: tuple[JudgedRow, ...]
    note: str = NO_SANDBOX

    def as_document(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def program_text(program: str | Path) -> str:
    """Return the text of a program's file."""
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
    """Run a program on every instance, recompute everything, and return the verdict."""

    def row(reference: Reference) -> JudgedRow:
        raw = run_program(server, text, task, reference.instance, limits, stop)
        return _row(task, reference, raw)

    server, stop, rows = server_of(task), Event(), list[JudgedRow]()
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
    gaps = _gaps(rows) if correct else None
    if not correct:
        worth = 0.0 if score == "gap" else task.failed
    elif score == "gap":
        worth = 0.0 if gaps is None else 1 - gaps.mean
    else:
        worth = framework_score(task, rows)
    return Judged(task.name, name, worth, gaps, correct, tuple(rows))


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
        return task.problem.check(reference.instance, answer)
    except InputError as error:
        return rejected([malformed(fault.place, fault.rule) for fault in error.faults])


def _gaps(rows: Sequence[JudgedRow]) -> Gaps | None:
    gaps = [row.gap for row in rows if row.gap is not None]
    return Gaps(sum(gaps) / len(gaps), max(gaps)) if gaps and len(gaps) == len(rows) else None


def framework_score(task: Task, rows: Sequence[JudgedRow]) -> float:
    """Return the framework's score of rows that are all right; of problems the mean share."""
    if task.score is not None:
        return task.score([row.objective for row in rows if row.objective is not None])
    shares = [_share(row) for row in rows]
    return sum(shares) / len(shares)


def _share(row: JudgedRow) -> float:
    """Return bound / objective when minimising, else the inverse; across zero, 1 - gap."""
    assert row.objective is not None and row.reference is not None and row.gap is not None
    below, above = sorted((row.objective, row.reference))
    ahead = row.gap <= 0
    if ahead or below <= 0:
        return 1.0 if ahead else max(0.0, 1 - row.gap)
    return below / above
