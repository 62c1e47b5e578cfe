"""Faults: what is wrong with a user's input, where, by which rule, and the value found."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_LONGEST_VALUE = 80
_LISTED = 30  # names that one message lists


def shortened(value: object) -> str:
    """Return ``repr(value)`` cut to one readable length."""
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}…"


def near_miss(word: str, known: Iterable[str]) -> str:
    """Return ``(did you mean 'x'?)`` when a known word is close, else some of the known words."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    if close:
        return f"(did you mean {close[0]!r}?)"
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"(known: {', '.join(names[:_LISTED])}{more})" if names else "(none is known)"


@dataclass(frozen=True)
class Fault:
    """One broken rule of an input: its place (``pes[3].min_nodes``), the rule, the value found."""

    place: str
    rule: str
    value: str | None = None

    @classmethod
    def of(cls, place: str, rule: str, value: object) -> Fault:
        """Return a fault that shows ``value`` in one line."""
        return cls(place, rule, shortened(value))

    def __str__(self) -> str:
        found = "" if self.value is None else f" (found {self.value})"
        return f"{self.place}: {self.rule}{found}"


class InputError(Exception):
    """Input that cannot be used; carries every fault that was found, never only the first.

    It is no `ValueError`, which pydantic would take for the fault of a single field.
    """

    def __init__(self, subject: str, faults: Iterable[Fault]) -> None:
        self.subject = subject
        self.faults = tuple(faults)
        count = len(self.faults)
        head = f"{subject}: {count} fault{'s' if count != 1 else ''}"
        super().__init__("\n".join([head, *(f"  {fault}" for fault in self.faults)]))

    def __reduce__(self) -> tuple[type[InputError], tuple[str, tuple[Fault, ...]]]:
        return type(self), (self.subject, self.faults)


class DoesNotFitError(InputError):
    """A model that is larger than the memory at hand; other methods may do without it."""


def input_error(place: str, rule: str, value: object = None) -> InputError:
    """Return an `InputError` with the one fault described."""
    fault = Fault(place, rule) if value is None else Fault.of(place, rule, value)
    return InputError("bad input", [fault])


def check_range(**limits: tuple[float, ...]) -> None:
    """Raise for every argument outside its range, given as ``name=(value, least[, most])``."""
    faults = []
    for name, (value, least, *most) in limits.items():
        if not value >= least or (most and value > most[0]) or value == float("inf"):
            rule = f"must be from {least:g} to {most[0]:g}" if most else f"must be >= {least:g}"
            faults.append(Fault.of(name, rule, value))
    if faults:
        raise InputError("bad input", faults)


def faults_of_names(place: str, names: tuple[str, ...] | None, count: int) -> Iterator[Fault]:
    """Yield a fault where a list of names has another length, and for every repeated name."""
    if names is None:
        return
    if len(names) != count:
        yield Fault.of(place, f"must have {count} entries", len(names))
    first: dict[str, int] = {}
    for k, name in enumerate(names):
        if first.setdefault(name, k) != k:
            yield Fault.of(f"{place}[{k}]", f"is the name in {place}[{first[name]}] already", name)


def repeated_names(place: str, names: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for every name that an earlier part of the same list has already."""
    first: dict[str, int] = {}
    for k, name in enumerate(names):
        if name in first:
            rule = f"is the name of {place}[{first[name]}] already"
            yield Fault.of(f"{place}[{k}].name", rule, name)
        else:
            first[name] = k
