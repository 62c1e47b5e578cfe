"""The file of a batch: one result a line, each written whole, surviving a kill at any moment."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import Field, ValidationError

from ...core.faults import Fault, InputError, input_error
from ...core.growing_file import GrowingFile
from ...core.outcome import Outcome, Record
from ...core.reading import read_bytes
from ...core.schema import field_place, field_rule
from .results import RESULT_VERSION, Result, instance_key

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
    """One line of the file; its row is a solution document without decisions."""

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
    """Results that grow by one line per run; one batch at a time may write to it.

    A line is ``current`` until a later one of the same source, label and seed takes its place.  The
    mark is changed where it stands: both words have five letters there.
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
            rule = "is no file of results: its last line is no part of a result"
            raise input_error(str(self._path), rule)
        self.torn = bool(torn)
        if self.torn:
            self._stream.truncate(len(whole))
        begins = 0
        for line, result in zip(whole.splitlines(keepends=True), self.results, strict=True):
            self._replace(result, begins)
            begins += len(line)

    def append(self, result: Result) -> None:
        """Write one result, or nothing where the disk is full; mark the one that it replaces."""
        begins = os.fstat(self._stream.fileno()).st_size
        self._write({"version": result["version"], "current": True, **result})
        self.results.append(result)
        self._replace(result, begins)

    def _line(self, document: Any) -> bytes:
        return super()._line(document).replace(_CURRENT.rstrip(b" ,") + b",", _CURRENT, 1)

    def _replace(self, result: Result, begins: int) -> None:
        """Note where a run's newest line begins; the line before it is current no longer."""
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
    """Return the results in a file; a last line that a kill has torn is left out."""
    content = read_bytes(path)
    results = parse(content[: content.rfind(b"\n") + 1], str(path))
    if not results:
        raise input_error(str(path), "holds no results")
    return results


def parse(content: bytes, subject: str) -> list[Result]:
    """Return the results in whole lines; every line that is none is a fault."""
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
        return "is no result of a batch"
    if document["version"] != RESULT_VERSION:
        newest = RESULT_VERSION
        return f"is of version {document['version']!r}; this optgap reads version {newest}"
    if not {"source", "label", "row", "loads", "environment"} <= set(document):
        return "is no result of a batch"
    if not isinstance(document["row"], dict) or not set(document["row"]) >= _ROW_KEYS:
        return "is no result of a batch: its row lacks keys"
    limit = document["row"]["options"].get("time_limit") if _has_options(document) else None
    if limit is not None and type(limit) not in (int, float):
        return f"is no result of a batch: row.options.time_limit is no number ({limit!r:.40})"
    try:
        _Line.model_validate({**document, "row": _outcome_of(document["row"])})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return f"is no result of a batch: {field_place(first['loc'])} {field_rule(first)}"
    return ""


def _has_options(document: dict[str, Any]) -> bool:
    return isinstance(document["row"].get("options"), dict)


def _front_fault(row: dict[str, Any], known: dict[tuple[str, str], set[str]]) -> str:
    """Compare the objectives of a front with those ``known`` by instance, and keep them there."""
    for point in row["front"] or []:
        if known.setdefault(instance_key(row), set(point)) != set(point):
            return "has a front of other objectives than those of its instance before it"
    return ""


def _outcome_of(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row as the solution document whose summary it is."""
    front = row["front"]
    if isinstance(front, list):
        front = [{"objectives": objectives, "decision": {}} for objectives in front]
    return {**row, "front": front}


def identity(result: Result) -> Identity:
    """Return the run that a result is of: another one of the same run takes its place."""
    return result["source"], result["label"], result["row"]["seed"]


def latest(results: list[Result]) -> list[Result]:
    """Return the last result of each instance's source, method and seed."""
    return list({identity(result): result for result in results}.values())
