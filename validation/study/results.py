"""Results files: the data of runs that reports, figures and comparisons need."""

import json
import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from pydantic import Field, ValidationError

from ...core.faults import Fault, InputError, field_place, input_error
from ...core.files import GrowingFile, read_bytes, replacement_of
from ...core.gaps import gap
from ...core.installed import is_installed
from ...core.outcome import Outcome, Record
from ...core.schema import Instance, field_rule
from ..catalogue import problem_named
from ..judge import TOLERANCE
from ..running import summary

RESULT_VERSION = 1
MOST_TRACED = 200
_PACKAGES = ("optgap", "pyomo", "highspy", "ortools", "numpy", "scipy", "numba", "pymoo")

Result: TypeAlias = dict[str, Any]


def result(instance: Instance, outcome: Outcome, source: str, label: str | None = None) -> Result:
    """Return the result of an outcome, without decisions and with a trace of limited length.

    ``source`` is the origin of the instance, ``label`` the method's name in the report.
    """
    row = summary(outcome)
    row["trace"] = _thin(row["trace"])
    spread = None
    if outcome.decision is not None:
        loads = problem_named(outcome.problem).loads_of(instance, outcome.decision)
        spread = None if loads is None else loads.as_document()
    return {
        "version": RESULT_VERSION,
        "source": source,
        "label": label or outcome.method,
        "row": row,
        "loads": spread,
        "notes": list(getattr(instance, "notes", None) or ()),
        "environment": environment(),
    }


def _thin(trace: list[Any]) -> list[Any]:
    """Return the first, the last and evenly spaced points of a trace."""
    if len(trace) <= MOST_TRACED:
        return trace
    step = (len(trace) - 1) / (MOST_TRACED - 1)
    return [trace[round(k * step)] for k in range(MOST_TRACED)]


@cache
def environment() -> dict[str, str]:
    """Return the data that affect timings: versions, system and cores, but no machine name."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": str(os.cpu_count()),
        **{name: version(name) for name in _PACKAGES if is_installed(name)},
    }


def by_instance(results: Iterable[Result]) -> dict[tuple[str, str], list[Result]]:
    """Return results grouped by problem and digest of the instance; groups keep the rows' order."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault(instance_key(result["row"]), []).append(result)
    return groups


def instance_key(row: Mapping[str, Any]) -> tuple[str, str]:
    """Return the key (problem, digest) that all rows of one instance have in common."""
    return row["problem"], row["instance"]["sha256"]


Identity: TypeAlias = tuple[str, str, int | None]
_BEGINS = b'{"version": '
_CURRENT, _OLD = b'"current": true ,', b'"current": false,'
_HEAD = 80  # bytes of a line in which its mark stands
_ROW_KEYS = set(Outcome.model_fields) - {"decision"}


class _Spread(Record):
    title: str
    unit: str
    rank: list[int]
    value: list[float]


class _Usage(Record):
    processor_seconds: float = Field(ge=0)
    peak_bytes: int | None = None
    bytes_before: int | None = None


class _Line(Record):
    """One line of a results file; ``row`` is a solution document without decisions."""

    version: int
    current: bool = True
    source: str
    label: str
    row: Outcome
    loads: _Spread | None
    notes: list[str] | None = None
    environment: dict[str, str]
    usage: _Usage | None = None
    key: str | None = None


class ResultsFile(GrowingFile):
    """A results file to which one batch at a time appends a line per run.

    A line is ``current`` until a later line with the same source, label and seed replaces it.  The
    value is overwritten in place, so that ``true`` is written with a blank, as long as ``false``.
    """

    WRITER = "batch"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.results: list[Result] = []
        self._places: dict[Identity, int] = {}  # where the current line of each run begins
        self.torn = False  # whether the last line was cut off by a kill, and dropped

    def _read(self) -> None:
        whole, torn = self._content()
        self.results = parse(whole, str(self._path))
        if torn and not (torn.startswith(_BEGINS) or _BEGINS.startswith(torn)):
            rule = "is not a file of results: its last line is not the beginning of a result"
            raise input_error(str(self._path), rule)
        self.torn = bool(torn)
        if self.torn:
            self._stream.truncate(len(whole))
        begins = 0
        for line, result in zip(whole.splitlines(keepends=True), self.results, strict=True):
            self._replace(result, begins)
            begins += len(line)

    def append(self, result: Result) -> None:
        """Append one result, unless the disk is full; mark the result that it replaces."""
        begins = os.fstat(self._stream.fileno()).st_size
        self._write({"version": result["version"], "current": True, **result})
        self.results.append(result)
        self._replace(result, begins)

    def _line(self, document: Any) -> bytes:
        return super()._line(document).replace(_CURRENT.rstrip(b" ,") + b",", _CURRENT, 1)

    def _replace(self, result: Result, begins: int) -> None:
        """Record the offset of a run's newest line, and mark its older line as replaced."""
        older = self._places.get(identity(result))
        self._places[identity(result)] = begins
        if older is None:
            return
        with self._path.open("r+b", buffering=0) as stream:  # the other one only appends
            stream.seek(older)
            mark = stream.read(_HEAD).find(_CURRENT)
            if mark >= 0:
                stream.seek(older + mark)
                stream.write(_OLD)


def read_results(path: Path) -> list[Result]:
    """Return the results in a file; an incomplete last line, left by a kill, is ignored."""
    content = read_bytes(path)
    results = parse(content[: content.rfind(b"\n") + 1], str(path))
    if not results:
        raise input_error(str(path), "contains no results")
    return results


def parse(content: bytes, subject: str) -> list[Result]:
    """Return the results in a file's content; raise an error that lists all malformed lines."""
    results: list[Result] = []
    faults: list[Fault] = []
    objectives: dict[tuple[str, str], set[str]] = {}
    for k, line in enumerate(content.splitlines(), start=1):
        rule = ""
        try:
            document = json.loads(line)
        except (ValueError, RecursionError):
            document, rule = None, "is not JSON"
        if not rule:
            rule = _line_fault(document) or _front_fault(document["row"], objectives)
        if rule:
            faults.append(Fault(f"line {k}", rule))
        else:
            results.append(document)
    if faults:
        raise InputError(subject, faults)
    return results


def _line_fault(document: Any) -> str:
    if not isinstance(document, dict) or "version" not in document:
        return "is not a result of a batch"
    if document["version"] != RESULT_VERSION:
        newest = RESULT_VERSION
        return f"is of version {document['version']!r}; this optgap reads version {newest}"
    if not {"source", "label", "row", "loads", "environment"} <= set(document):
        return "is not a result of a batch"
    if not isinstance(document["row"], dict) or not set(document["row"]) >= _ROW_KEYS:
        return "is not a result of a batch: its row lacks keys"
    options = document["row"].get("options")
    limit = options.get("time_limit") if isinstance(options, dict) else None
    if limit is not None and type(limit) not in (int, float):
        return f"is not a result of a batch: row.options.time_limit is not a number ({limit!r:.40})"
    try:
        _Line.model_validate({**document, "row": _outcome_of(document["row"])})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return f"is not a result of a batch: {field_place(first['loc'])} {field_rule(first)}"
    return ""


def _front_fault(row: dict[str, Any], known: dict[tuple[str, str], set[str]]) -> str:
    """Return a fault if a front has other objectives than the ``known`` ones of its instance."""
    for point in row["front"] or []:
        if known.setdefault(instance_key(row), set(point)) != set(point):
            return "has a front with other objectives than the previous front of its instance"
    return ""


def _outcome_of(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row as the solution document that it summarises."""
    front = row["front"]
    if isinstance(front, list):
        front = [{"objectives": objectives, "decision": {}} for objectives in front]
    return {**row, "front": front}


def identity(result: Result) -> Identity:
    """Return the identity of a run; a later result with the same identity replaces it."""
    return result["source"], result["label"], result["row"]["seed"]


def latest(results: list[Result]) -> list[Result]:
    """Return the last result for each source, method and seed."""
    return list({identity(result): result for result in results}.values())


_LIMITS = ("time_limit", "gap", "threads")


class Merged(NamedTuple):
    """The counts of a merge: lines written, and lines that a later line has replaced.

    ``copies`` counts lines that occurred in several files and were written once.
    """

    lines: int
    replaced: int
    copies: int


class _MergingLine(NamedTuple):
    file: str
    result: Result


def merge(files: Sequence[Path], output: Path) -> Merged:
    """Merge results files; of two results for the same run, the one in the later file is kept.

    If results contradict each other, an error is raised and nothing is written.
    """
    results = [(str(path), _results(path)) for path in files]
    lines = [_MergingLine(file, result) for file, listed in results for result in listed]
    if not lines:
        raise input_error("--merge", "the files contain no results")
    newest = [_MergingLine(file, result) for file, listed in results for result in latest(listed)]
    faults = [*_changed_data(newest), *_other_limits(newest), *_contradictions(newest)]
    if faults:
        raise InputError("results that contradict each other", faults)
    written = _once(line.result for line in lines)
    with replacement_of(output) as whole, ResultsFile(whole) as file:
        for result in written:
            file.append(result)
    count = len(written)
    return Merged(count, count - len({identity(result) for result in written}), len(lines) - count)


def _once(results: Iterable[Result]) -> list[Result]:
    """Return the results without their key ``current``; of equal results, only the last one."""
    once: dict[str, Result] = {}
    for result in results:
        plain = {key: value for key, value in result.items() if key != "current"}
        text = json.dumps(plain, sort_keys=True)
        once.pop(text, None)
        once[text] = plain
    return list(once.values())


def _results(path: Path) -> list[Result]:
    """Return the complete lines of a file; there are none if the shard has no runs."""
    content = read_bytes(path)
    return parse(content[: content.rfind(b"\n") + 1], str(path))


def _changed_data(lines: Sequence[_MergingLine]) -> Iterator[Fault]:
    """Yield a fault for each source with lines that belong to different instances."""
    first: dict[str, _MergingLine] = {}
    faulty: set[str] = set()
    for line in lines:
        source = line.result["source"]
        before = first.setdefault(source, line)
        if source not in faulty and _digest(before) != _digest(line):
            faulty.add(source)
            yield Fault(source, f"has other data in {line.file} than in {before.file}")


def _digest(line: _MergingLine) -> str:
    return str(line.result["row"]["instance"]["sha256"])


def _other_limits(lines: Sequence[_MergingLine]) -> Iterator[Fault]:
    """Yield a fault for each label with runs under different limits."""
    first: dict[tuple[str, str, str], _MergingLine] = {}
    faulty: set[tuple[str, str, str]] = set()
    for line in lines:
        for limit in _LIMITS:
            key = (line.result["row"]["problem"], line.result["label"], limit)
            before = first.setdefault(key, line)
            old, new = _limit(before, limit), _limit(line, limit)
            if key not in faulty and old != new:
                faulty.add(key)
                rule = f"has {limit} {new!r} in {line.file}, but {old!r} in {before.file}"
                yield Fault(f"{key[0]}, {key[1]}", rule)


def _limit(line: _MergingLine, name: str) -> Any:
    return line.result["row"]["options"].get(name)


def _contradictions(lines: Sequence[_MergingLine]) -> Iterator[Fault]:
    """Yield a fault for each instance with two results that exclude each other."""
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
            yield Fault(f"{members[0]['row']['problem']}: {name}", "has two sets of objectives")


def _infeasible(
    members: Sequence[Result], planned: Sequence[Result], files: dict[int, str]
) -> str | None:
    for result in members:
        if planned and result["row"]["status"] == "infeasible":
            one, other = _place(result, files), _place(planned[0], files)
            return f"is infeasible according to {one}, but has a plan by {other}"
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
