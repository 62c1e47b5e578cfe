"""Files of results joined to one, as the shards of a suite leave them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...core.faults import Fault, InputError, input_error
from ...core.files import replaced
from ...core.outcome import gap
from ...core.reading import read_bytes
from ..judge import TOLERANCE
from .results import Result, by_instance
from .results_file import ResultsFile, identity, latest, parse

_LIMITS = ("time_limit", "gap", "threads")


class Merged(NamedTuple):
    """What a merge has written: lines, and how many of them a later line has replaced.

    ``copies`` are lines that stood in several files and were written once.
    """

    lines: int
    replaced: int
    copies: int


class _Line(NamedTuple):
    file: str
    result: Result


def merge(files: Sequence[Path], output: Path) -> Merged:
    """Join files of results; of two lines of the same run the one in the later file is current.

    Results that contradict each other are refused, and nothing is written.
    """
    results = [(str(path), _results(path)) for path in files]
    lines = [_Line(file, result) for file, listed in results for result in listed]
    if not lines:
        raise input_error("--merge", "the files hold no results")
    newest = [_Line(file, result) for file, listed in results for result in latest(listed)]
    faults = [*_changed_data(newest), *_other_limits(newest), *_contradictions(newest)]
    if faults:
        raise InputError("results that contradict each other", faults)
    written = _once(line.result for line in lines)
    with replaced(output) as whole, ResultsFile(whole) as file:
        for result in written:
            file.append(result)
    count = len(written)
    return Merged(count, count - len({identity(result) for result in written}), len(lines) - count)


def _once(results: Iterable[Result]) -> list[Result]:
    """Return results without their marks; of equal ones the last."""
    once: dict[str, Result] = {}
    for result in results:
        plain = {key: value for key, value in result.items() if key != "current"}
        text = json.dumps(plain, sort_keys=True)
        once.pop(text, None)
        once[text] = plain
    return list(once.values())


def _results(path: Path) -> list[Result]:
    """Return the whole lines of a file; the file of a shard without runs has none."""
    content = read_bytes(path)
    return parse(content[: content.rfind(b"\n") + 1], str(path))


def _changed_data(lines: Sequence[_Line]) -> Iterator[Fault]:
    """Yield a fault for each source that is two instances."""
    first: dict[str, _Line] = {}
    faulty: set[str] = set()
    for line in lines:
        source = line.result["source"]
        before = first.setdefault(source, line)
        if source not in faulty and _digest(before) != _digest(line):
            faulty.add(source)
            yield Fault(source, f"is of other data in {line.file} than in {before.file}")


def _digest(line: _Line) -> str:
    return str(line.result["row"]["instance"]["sha256"])


def _other_limits(lines: Sequence[_Line]) -> Iterator[Fault]:
    """Yield a fault for each label that ran under two kinds of limits."""
    first: dict[tuple[str, str, str], _Line] = {}
    faulty: set[tuple[str, str, str]] = set()
    for line in lines:
        for limit in _LIMITS:
            key = (line.result["row"]["problem"], line.result["label"], limit)
            before = first.setdefault(key, line)
            old, new = _limit(before, limit), _limit(line, limit)
            if key not in faulty and old != new:
                faulty.add(key)
                rule = f"has {limit} {new!r} in {line.file} and {old!r} in {before.file}"
                yield Fault(f"{key[0]}, {key[1]}", rule)


def _limit(line: _Line, name: str) -> Any:
    return line.result["row"]["options"].get(name)


def _contradictions(lines: Sequence[_Line]) -> Iterator[Fault]:
    """Yield a fault for each instance of which two results cannot both be true."""
    files = {id(line.result): line.file for line in lines}
    for members in by_instance(line.result for line in lines).values():
        name = members[0]["row"]["instance"]["name"]
        planned = [result for result in members if result["row"]["objective"] is not None]
        for rule in (_infeasible(members, planned, files), _beyond(members, planned, files)):
            if rule:
                yield Fault(f"{members[0]['row']['problem']}: {name}", rule)
        fronts = {
            tuple(sorted(point)) for result in members for point in result["row"]["front"] or []
        }
        if len(fronts) > 1:
            yield Fault(f"{members[0]['row']['problem']}: {name}", "has fronts of two kinds")


def _infeasible(
    members: Sequence[Result], planned: Sequence[Result], files: dict[int, str]
) -> str | None:
    for result in members:
        if planned and result["row"]["status"] == "infeasible":
            one, other = _place(result, files), _place(planned[0], files)
            return f"is infeasible for {one}, and has a plan by {other}"
    return None


def _beyond(
    members: Sequence[Result], planned: Sequence[Result], files: dict[int, str]
) -> str | None:
    for result in members:
        for plan in planned:
            row, bound = plan["row"], result["row"]["bound"]
            distance = gap(row["objective"], bound, row["sense"])
            if distance is not None and distance < -TOLERANCE:
                claim, value = _place(result, files), row["objective"]
                return f"has the bound {bound!r} by {claim}, but {value!r} by {_place(plan, files)}"
    return None


def _place(result: Result, files: dict[int, str]) -> str:
    return f"{result['label']} ({files[id(result)]})"
