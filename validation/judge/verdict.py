"""The verdict of a checker: the recomputed objective of a decision, and all violations."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from ...core.plain import strangers
from .tolerances import LAST_DIGIT, TOLERANCE

MOST_LISTED = 100

TOO_LARGE = "certificate-too-large"  # the constraint of a proof that nobody can re-check in time


@dataclass(frozen=True)
class Violation:
    """One violated constraint: its name, the place, the amount and a message."""

    constraint: str
    where: str
    amount: float | None
    message: str

    def __str__(self) -> str:
        return f"{self.constraint} at {self.where}: {self.message}"

    def as_document(self) -> dict[str, Any]:
        """Return the violation as a JSON document."""
        return asdict(self)


@dataclass(frozen=True)
class Verdict:
    """The result of checking a decision; only a feasible decision has an objective."""

    objective: float | None = None
    objectives: dict[str, float] | None = None
    violations: tuple[Violation, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def feasible(self) -> bool:
        """Whether there is no violation."""
        return not self.violations


def rejection(violations: Iterable[Violation]) -> Verdict:
    """Return the verdict on a decision with these violations."""
    return Verdict(violations=tuple(violations))


def exceeds(value: float, limit: float, size: float = 0.0) -> bool:
    """Return whether a value is above a limit by more than the tolerance.

    The tolerance is relative to the limit, or to ``size``, the largest term of the value.
    """
    return value - limit > TOLERANCE * max(abs(limit), size)


def differs(value: float | None, other: float | None, size: float = 0.0) -> bool:
    """Return whether two numbers differ by more than the tolerance; ``None`` equals ``None``."""
    if value is None or other is None:
        return value is not other
    return abs(value - other) > TOLERANCE * max(abs(value), abs(other), size)


def is_optimal(reached: float | None, asked: float) -> bool:
    """Return whether the gap ``reached`` is at most the requested one, up to rounding.

    A gap of 1 or more proves nothing, whatever was requested.
    """
    return reached is not None and reached <= max(asked, LAST_DIGIT) and reached < 1


def malformation(where: str, message: str) -> Violation:
    """Return the violation that a decision does not have the form of its problem."""
    return Violation("decision", where, None, message)


def excess(constraint: str, where: str, amount: Any, message: str) -> list[Violation]:
    """Return a violation if the amount by which a limit is exceeded is above 0."""
    return [Violation(constraint, where, float(amount), message)] if amount > 0 else []


def claim(where: str, message: str, amount: float | None = None) -> Violation:
    """Return the violation that a document makes a false claim."""
    return Violation("claim", where, amount, message)


def differences(where: str, claimed: Any, computed: Any, size: float = 0.0) -> Iterator[Violation]:
    """Yield a violation where claimed data differ from computed data by more than rounding."""
    if isinstance(claimed, Mapping) and isinstance(computed, Mapping):
        one, other = ({str(key): data[key] for key in data} for data in (claimed, computed))
        for key in sorted({*one, *other}):
            yield from differences(f"{where}.{key}", one.get(key), other.get(key), size)
        return
    lists = isinstance(claimed, (list, tuple)) and isinstance(computed, (list, tuple))
    if lists and len(claimed) == len(computed):
        for k, (value, own) in enumerate(zip(claimed, computed, strict=True)):
            yield from differences(f"{where}[{k}]", value, own, size)
        return
    numbers = [type(value) in (int, float, np.float64) for value in (claimed, computed)]
    alike = claimed == computed and type(claimed) is type(computed)
    if differs(claimed, computed, size) if all(numbers) else not alike:
        amount = abs(claimed - computed) if all(numbers) else None
        yield claim(where, f"claims {claimed!r}, but the checker computes {computed!r}", amount)


def unproven_claim(message: str) -> Violation:
    """Return the violation of a certificate that does not prove the claim."""
    return Violation("certificate", "certificate", None, message)


def with_strangers(verdict: Verdict, document: Any) -> Verdict:
    """Return the verdict; in a rejection, faults of values that are not JSON data come first."""
    if verdict.feasible:
        return verdict
    odd = list(islice(strangers(document), MOST_LISTED))
    odd_places = [malformation(place, f"is not plain data: {kind}") for place, kind in odd]
    return rejection([*odd_places, *verdict.violations]) if odd_places else verdict
