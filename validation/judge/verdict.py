"""The verdict of a checker: the recomputed objective of a decision, and every violation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from .tolerances import LAST_DIGIT, TOLERANCE

MOST_LISTED = 100

TOO_LARGE = "certificate-too-large"  # the constraint of a proof that nobody can re-check in time


@dataclass(frozen=True)
class Violation:
    """One broken constraint, where, by how much, in words."""

    constraint: str
    where: str
    amount: float | None
    message: str

    def __str__(self) -> str:
        return f"{self.constraint} at {self.where}: {self.message}"

    def as_document(self) -> dict[str, Any]:
        """Return the violation as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Verdict:
    """The judgement on one decision; an objective is given only for a feasible decision."""

    objective: float | None = None
    objectives: dict[str, float] | None = None
    violations: tuple[Violation, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def feasible(self) -> bool:
        """Return whether nothing is violated."""
        return not self.violations


def rejected(violations: Iterable[Violation]) -> Verdict:
    """Return the verdict on a decision that breaks constraints."""
    return Verdict(violations=tuple(violations))


def exceeds(value: float, limit: float, size: float = 0.0) -> bool:
    """Return whether a measured value is above a limit by more than the tolerance.

    The tolerance is a share of the limit, or of ``size``, the largest part of such a value.
    """
    return value - limit > TOLERANCE * max(abs(limit), size)


def differs(value: float | None, other: float | None, size: float = 0.0) -> bool:
    """Return whether two numbers differ by more than the tolerance; ``None`` equals itself."""
    if value is None or other is None:
        return value is not other
    return abs(value - other) > TOLERANCE * max(abs(value), abs(other), size)


def is_optimal(reached: float | None, asked: float) -> bool:
    """Return whether the gap that is reached is within the one asked for, but for rounding.

    A gap of 1 or more proves nothing, whatever was asked for.
    """
    return reached is not None and reached <= max(asked, LAST_DIGIT) and reached < 1


def malformed(where: str, message: str) -> Violation:
    """Return the violation of a decision that does not have the form of its problem."""
    return Violation("decision", where, None, message)


def key_faults(decision: Any, keys: Iterable[str]) -> list[Violation]:
    """Check that a decision is an object with exactly the keys of its problem."""
    if not isinstance(decision, dict):
        return [malformed("(document)", "must be an object")]
    wanted = set(keys)
    return [
        *(malformed(key, "required key is missing") for key in sorted(wanted - set(decision))),
        *(malformed(str(key), "unknown key") for key in sorted(set(decision) - wanted, key=str)),
    ]


def index_faults(value: Any, key: str, length: int, below: int) -> list[Violation]:
    """Check a list of ``length`` 0-based numbers, each below a limit."""
    if not isinstance(value, list):
        return [malformed(key, "must be a list")]
    if len(value) != length:
        return [malformed(key, f"must have {length} entries, has {len(value)}")]
    if set(map(type, value)) <= {int} and min(value) >= 0 and max(value) < below:
        return []
    return [
        malformed(f"{key}[{k}]", f"must be a whole number from 0 to {below - 1}, is {item!r}")
        for k, item in enumerate(value)
        if type(item) is not int or not 0 <= item < below
    ]
