"""Submit a plan or a bound to the library: the judge decides whether the row becomes better."""

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from shutil import make_archive
from typing import Any, Literal, TypeAlias

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import input_error
from ...core.files import read_json
from ...core.fronts import hypervolume, reference_point
from ...core.gaps import DEFAULT_GAP, Sense, gap
from ...core.outcome import Outcome
from ...core.schema import Instance
from ..catalogue import problem_of
from ..judge import (
    Violation,
    check,
    corners_of,
    differs,
    outcome_from_document,
    vectors_of,
)
from ..running import PROOFS, LibraryRow, library_rows, load, rows_in
from .folder import OUTCOME
from .verify import verify

Comparison: TypeAlias = Literal["better", "equal", "worse"]
MOST_STORED = 150_000  # bytes of a compressed solution; of larger ones only the digest is kept
_OF_PLAN = ("objective", "decision")
_OF_BOUND = ("bound", "bound_kind", "certificate")
_OF_BOTH = ("problem", "version", "instance", "method", "solver", "status", "stopped", "sense")
_OF_FRONT = ("front", "front_complete", "bound_front")
_KEPT = {*_OF_PLAN, *_OF_BOUND, *_OF_BOTH, *_OF_FRONT, "seconds"}


@dataclass(frozen=True)
class Submission:
    """A judged submission: the row before and after it, and the solution to store.

    Without violations, ``verdict`` says whether the plan or the bound is better than the row's.
    ``proof`` is the folder that proves the bound.
    """

    before: LibraryRow
    after: LibraryRow
    verdict: Comparison | None
    solution: dict[str, Any] | None = None
    violations: tuple[Violation, ...] = ()
    proof: Path | None = None

    def write(self, folder: Path) -> list[Path]:
        """Write the problem's rows with the new one; store its solution and proof if small."""
        (folder / "solutions").mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.before.problem}.jsonl"
        known = rows_in(path) if path.exists() else library_rows()
        rows = [row for row in known if row.problem == self.before.problem]
        name = self.after.name
        path.write_text(rows_text([self.after if row.name == name else row for row in rows]))
        solution = folder / "solutions" / self.after.solution_file.name
        solution.write_bytes(packed(self.solution))
        stored = [solution]
        if self.proof is not None:
            base = str(folder / "solutions" / f"{name}.proof")
            stored.append(Path(make_archive(base, "gztar", self.proof)))
        for file in stored:
            if file.stat().st_size > MOST_STORED:
                file.unlink()
        return [path, *filter(Path.exists, stored)]


def rows_text(rows: list[LibraryRow]) -> str:
    """Return rows as a file of the library: one line of JSON per row."""
    return "".join(
        row.model_dump_json(exclude_none=True, exclude_defaults=True) + "\n" for row in rows
    )


def packed(document: Any) -> bytes:
    """Return a document as compressed JSON; the order of a front's objectives has a meaning."""
    text = json.dumps(document, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def submit(source: str | Path, *, by: str, machine: str | None = None) -> Submission:
    """Return the judged submission of a solution file or a proof folder.

    Refuse a solution of an instance that is not in the library.
    """
    path = Path(source)
    document = read_json(path / OUTCOME if path.is_dir() else path)
    outcome = outcome_from_document(document, str(source))
    row = _row_of(outcome)
    instance = load(f"library/{row.name}")
    result = check(problem_of(instance), instance, outcome)
    violations = list(result.violations)
    if path.is_dir():
        violations += verify(path, instance).violations
    if violations:
        return Submission(row, row, None, violations=tuple(violations))
    is_valid = result.certificate == "valid"
    values = {"best": result.objective, "bound": outcome.bound, "bound_kind": "solver"}
    if path.is_dir() or is_valid:
        values["bound_kind"] = outcome.bound_kind
    if outcome.front:
        values = _volumes(row, outcome, problem_of(instance).front_bounds, instance, is_valid)
    if values["bound"] is None:
        values["bound_kind"] = None
    claim = {
        "method": outcome.method,
        "version": version("optgap"),
        "date": datetime.now(UTC).date().isoformat(),
        "by": by,
        "machine": machine,
        "seconds": round(outcome.seconds or 0.0, 1),
    }
    submission = _compared(row, row.model_copy(update=values | claim), outcome)
    gives_bound = path.is_dir() and submission.after.bound_kind == outcome.bound_kind
    return replace(submission, proof=path) if gives_bound else submission


def _row_of(outcome: Outcome) -> LibraryRow:
    rows = {row.sha256: row for row in library_rows()}
    digest = outcome.instance.sha256
    if digest not in rows:
        rule = f"is of no instance of the library ({outcome.instance.name!r} has other data)"
        raise input_error("instance.sha256", rule, digest)
    return rows[digest]


def _volumes(
    row: LibraryRow, outcome: Outcome, bounds: Any, instance: Instance, is_valid: bool
) -> dict[str, Any]:
    """Return the volumes of a front and of its bounds up to the row's reference point.

    Larger volumes are better.  Without bounds, a complete front is one solver's word.
    """
    points, front = outcome.front or [], vectors_of(outcome.front or [])
    reference = row.reference
    if reference is None:
        corner = reference_point([front]).tolist()
        reference = dict(zip(points[0].objectives, corner, strict=True))
    inner = _volume(front, points[0].objectives, reference)
    outer, kind = (inner if outcome.front_complete else None), "solver"
    if outcome.bound_front:
        proof = outcome.certificate if is_valid else None
        corners = corners_of(bounds, instance, outcome.bound_front, proof)
        if corners is not None and len(corners):
            # two sums over the same points may differ by rounding errors
            outer = max(inner, _volume(corners, outcome.bound_front[0], reference))
            kind = "certified" if is_valid else "solver"
    measured = {"best": inner, "bound": outer, "bound_kind": kind, "sense": "maximize"}
    return {**measured, "reference": reference}


def _volume(values: FloatArray, names: Iterable[str], reference: Mapping[str, float]) -> float:
    return hypervolume(values, np.array([reference[name] for name in names]))


def _compared(before: LibraryRow, new: LibraryRow, outcome: Outcome) -> Submission:
    """Return the row and the solution with the better plan and the better bound of the two."""
    plan = _order(new.best, before.best, new.sense)
    other: Sense = "maximize" if new.sense == "minimize" else "minimize"
    bound = _order(new.bound, before.bound, other)
    was_proven, is_proven = (row.bound_kind in PROOFS for row in (before, new))
    if new.bound is not None and is_proven != was_proven:
        bound = "better" if is_proven else "worse"
    if "better" not in (plan, bound):
        return Submission(before, before, "worse" if plan == "worse" else "equal")
    document = {
        key: value for key, value in outcome.model_dump(mode="json").items() if key in _KEPT
    }
    after = new
    if new.reference is None:
        known = before.solution() or {}
        if plan == "worse":
            after = after.model_copy(update={"best": before.best})
            document |= {key: known.get(key) for key in _OF_PLAN}
        if bound == "worse":
            update = {"bound": before.bound, "bound_kind": before.bound_kind}
            after = after.model_copy(update=update)
            document |= {key: known.get(key) for key in _OF_BOUND}
    reached = gap(after.best, after.bound, after.sense)
    if document["status"] == "optimal" and (reached is None or reached > DEFAULT_GAP):
        document["status"] = "feasible"
    digest = hashlib.sha256(packed(document)).hexdigest()
    after = after.model_copy(update={"solution_sha256": digest})
    return Submission(before, after, "better", document)


def _order(value: float | None, known: float | None, sense: Sense) -> Comparison:
    """Return how a value compares with the known one, up to rounding errors."""
    if value is None or known is None:
        return "equal" if value is known else "worse" if value is None else "better"
    if not differs(value, known):
        return "equal"
    return "better" if (value < known) == (sense == "minimize") else "worse"
