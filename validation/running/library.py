"""The rows of the library: named instances, with the best known plan and bound of each.

``instances/library`` has one file of rows per problem, and the solutions that are small enough.
"""

import gzip
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from ...core.faults import input_error, near_miss
from ...core.files import parse_json
from ...core.gaps import BoundKind, Sense, gap
from ...core.schema import Count, Name, Part

PROOFS: tuple[BoundKind, ...] = ("certified", "model-certified")  # kinds of bounds that close a row
_AGREE = 1e-6  # relative difference of a plan and a bound that are equal


class Origin(Part):
    """Where an instance comes from: the generator, a bundled instance, or a file of the library."""

    seed: Count | None = None
    set: dict[str, Any] | None = None
    bundled: Name | None = None
    file: Name | None = None


class Reported(Part):
    """A result of others without a plan or a proof that the judge could check."""

    best: float | None = None
    bound: float | None = None
    by: Name


class LibraryRow(Part):
    """A named instance, the best known plan and bound, and where they come from.

    For fronts, ``best`` and ``bound`` are hypervolumes up to ``reference``; ``sense`` is maximize.
    """

    name: Name
    problem: Name
    size: Literal["small", "paper", "large"]
    origin: Origin
    sha256: str
    source: str
    sense: Sense
    best: float | None = None
    bound: float | None = None
    bound_kind: BoundKind | None = None
    method: str | None = None
    version: str | None = None
    date: str | None = None
    by: str | None = None
    machine: str | None = None
    seconds: float | None = None
    reference: dict[str, float] | None = None
    solution_sha256: str | None = None
    reported: tuple[Reported, ...] = ()

    @property
    def gap(self) -> float | None:
        """The gap between the best plan and the best bound."""
        return gap(self.best, self.bound, self.sense)

    @property
    def state(self) -> Literal["open", "closed"]:
        """Whether a proof shows that no plan is better than the best one."""
        reached = self.gap
        proven = reached is not None and reached <= _AGREE and self.bound_kind in PROOFS
        return "closed" if proven else "open"

    @property
    def solution_file(self) -> Path:
        """The file of the best plan and bound; it exists only if it is small."""
        return library_folder() / "solutions" / f"{self.name}.json.gz"

    @property
    def proof_file(self) -> Path:
        """The packed folder that proves a model-certified bound; it exists only if it is small."""
        return library_folder() / "solutions" / f"{self.name}.proof.tar.gz"

    def solution(self) -> dict[str, Any] | None:
        """Return the document of the best plan and bound; ``None`` if it is not stored."""
        if not self.solution_file.exists():
            return None
        document: dict[str, Any] = parse_json(
            gzip.decompress(self.solution_file.read_bytes()), self.solution_file.name
        )
        return document

    def as_document(self) -> dict[str, Any]:
        """Return the row as `optgap library --json` prints it."""
        keys = "name problem size sense best bound bound_kind state method version date by source"
        return {key: getattr(self, key) for key in [*keys.split(), "sha256"]}


def library_folder() -> Path:
    """Return the folder of the library."""
    return Path(str(files("optgap.instances"))) / "library"


@cache
def library_rows() -> tuple[LibraryRow, ...]:
    """Return the rows of the library, problem by problem."""
    return tuple(row for path in sorted(library_folder().glob("*.jsonl")) for row in rows_in(path))


def rows_in(path: Path) -> list[LibraryRow]:
    """Return the rows in a file."""
    return [LibraryRow.model_validate_json(line) for line in path.read_text().splitlines()]


def library_row(name: str) -> LibraryRow:
    """Return the row of a name.

    Parameters
    ----------
    name : str
        The name, with or without the prefix ``library/``.

    Returns
    -------
    LibraryRow
        The row.

    Raises
    ------
    InputError
        If no row has this name; the error suggests a similar one.
    """
    rows = {row.name: row for row in library_rows()}
    short = name.removeprefix("library/")
    if short not in rows:
        raise input_error("instance", f"is not in the library {near_miss(short, rows)}", name)
    return rows[short]
