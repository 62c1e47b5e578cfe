"""Faults in a user's input: the place, the rule, and the value."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

_LONGEST_VALUE = 80
_LISTED = 30  # names that one message lists
_SHOWN = 1000  # faults that one message shows


def short_repr(value: object) -> str:
    """Return ``repr(value)``, shortened."""
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}…"


def near_miss(word: str, known: Iterable[str]) -> str:
    """Return ``(did you mean 'x'?)`` if a known word is similar, else some of the known words."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    if close:
        return f"(did you mean {close[0]!r}?)"
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"(known: {', '.join(names[:_LISTED])}{more})" if names else "(none is known)"


@dataclass(frozen=True)
class Fault:
    """One violated rule of an input: the place (``pes[3].min_nodes``), the rule, and the value."""

    place: str
    rule: str
    value: str | None = None

    @classmethod
    def of(cls, place: str, rule: str, value: object) -> Fault:
        """Return a fault that shows ``value`` in one line."""
        return cls(place, rule, short_repr(value))

    def __str__(self) -> str:
        found = "" if self.value is None else f" (found {self.value})"
        return f"{self.place}: {self.rule}{found}"


def field_place(location: Iterable[int | str]) -> str:
    """Return ``pes[3].min_nodes`` for ``("pes", 3, "min_nodes")``, without type names."""
    place = ""
    for step in location:
        if isinstance(step, str) and (step[:1] + step[-1:] == "()" or step == "[key]"):
            continue
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else step
    return place or "(document)"


class InputError(Exception):
    """An error that reports all faults of an unusable input.

    It is not a `ValueError`, which pydantic would treat as the fault of a single field.
    """

    def __init__(self, subject: str, faults: Iterable[Fault]) -> None:
        self.subject = subject
        self.faults = tuple(faults)
        count = len(self.faults)
        head = f"{subject}: {count} fault{'s' if count != 1 else ''}"
        more = [f"  … and {count - _SHOWN:,} more (--json prints all)"] if count > _SHOWN else []
        super().__init__("\n".join([head, *(f"  {each}" for each in self.faults[:_SHOWN]), *more]))

    def __reduce__(self) -> tuple[type[InputError], tuple[str, tuple[Fault, ...]]]:
        return type(self), (self.subject, self.faults)


class ConventionWarning(UserWarning):
    """A note that the meaning of a file depends on a convention on which solvers differ."""


class DoesNotFitError(InputError):
    """An error that a model does not fit into memory; other methods may need less memory."""


def input_error(place: str, rule: str, value: object = None) -> InputError:
    """Return an `InputError` with a single fault."""
    fault = Fault(place, rule) if value is None else Fault.of(place, rule, value)
    return InputError("bad input", [fault])


def check_range(**limits: tuple[float, ...]) -> None:
    """Raise an error for each argument out of range, given as ``name=(value, least[, most])``."""
    faults = []
    for name, (value, least, *most) in limits.items():
        if not value >= least or (most and value > most[0]) or value == float("inf"):
            rule = f"must be from {least:g} to {most[0]:g}" if most else f"must be >= {least:g}"
            faults.append(Fault.of(name, rule, value))
    if faults:
        raise InputError("bad input", faults)


def faults_of_names(place: str, names: tuple[str, ...] | None, count: int) -> Iterator[Fault]:
    """Yield a fault if the number of names is not ``count``, and for each repeated name."""
    if names is None:
        return
    if len(names) != count:
        yield Fault.of(place, f"must have {count} entries", len(names))
    first: dict[str, int] = {}
    for k, name in enumerate(names):
        if first.setdefault(name, k) != k:
            yield Fault.of(f"{place}[{k}]", f"is already the name in {place}[{first[name]}]", name)


def repeated_names(place: str, names: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each name that occurs earlier in the same list."""
    first: dict[str, int] = {}
    names = list(names)
    if len(set(names)) == len(names):
        return
    for k, name in enumerate(names):
        if name in first:
            rule = f"is already the name of {place}[{first[name]}]"
            yield Fault.of(f"{place}[{k}].name", rule, name)
        else:
            first[name] = k


LARGEST_NUMBER = 1e100  # so that products and sums of numbers stay finite
LARGEST_COUNT = 2**53  # so that sums of many counts stay within 64 bits
LARGEST_WHOLE = 2**63 - 1
_MOST_FAULTS = 20
_ARRAY = 10_000  # longer lists of numbers are arrays, whose rules check them


def refuse_extremes(document: Any, subject: str) -> None:
    """Raise an error for numbers too large for computations, and for unprintable text."""
    faults = list(extremes(document))
    if faults:
        raise InputError(subject, faults)


class ModerateDocument(dict[str, Any]):
    """A document whose text shows that it has no extreme numbers or unprintable text."""


def extremes(document: Any) -> Iterator[Fault]:
    """Yield the first faults of extreme numbers and unprintable texts in a document."""
    if not isinstance(document, ModerateDocument) and _may_have_extremes(document):
        yield from islice(_extremes(document), _MOST_FAULTS)


def _may_have_extremes(document: Any) -> bool:
    """Return false only if a document certainly has no extreme numbers and no unprintable text.

    Values are tested level by level, values of one type together.
    """
    level, texts = [document], list[Any]()
    while level:
        below = list[Any]()
        kinds: set[type[Any]] = set(map(type, level))
        for kind in kinds:
            one = len(kinds) == 1
            same: list[Any] = level if one else [each for each in level if type(each) is kind]
            if issubclass(kind, str):
                texts += same
            elif issubclass(kind, dict):
                texts.extend(chain.from_iterable(same))
                below.extend(chain.from_iterable(map(kind.values, same)))
            elif issubclass(kind, (list, tuple)):
                long = max(map(len, same)) > _ARRAY
                below.extend(chain.from_iterable(v for v in same if not (long and _is_array(v))))
            elif issubclass(kind, int):
                if min(same) < -LARGEST_WHOLE or max(same) > LARGEST_WHOLE:
                    return True
            elif issubclass(kind, float) and not (
                -LARGEST_NUMBER <= min(same) <= max(same) <= LARGEST_NUMBER
            ):
                return True  # also for some NaN
        level = below
    return not is_text("".join(text for text in texts if isinstance(text, str)))


def _is_array(values: list[Any] | tuple[Any, ...]) -> bool:
    return len(values) > _ARRAY and set(map(type, values)) <= {int, float, type(None)}


def _extremes(document: Any) -> Iterator[Fault]:
    """Yield faults of extreme numbers and unprintable texts, at any depth of a document."""
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(key, str) and not is_text(key):
                    yield Fault.of(place or "(document)", "the key is not valid Unicode text", key)
                else:
                    waiting.append((f"{place}.{key}" if place else str(key), item))
        elif isinstance(value, (list, tuple)):
            if not _is_array(value):
                waiting.extend((f"{place}[{k}]", item) for k, item in enumerate(value))
        elif isinstance(value, str):
            if not is_text(value):
                yield Fault.of(place or "(document)", "is not valid Unicode text", value)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            limit = LARGEST_WHOLE if isinstance(value, int) else LARGEST_NUMBER
            if not -limit <= value <= limit and value == value and abs(value) != float("inf"):
                shown = "2^63" if isinstance(value, int) else f"{limit:g}"
                yield Fault(
                    place or "(document)",
                    f"is too large a number, beyond {shown}",
                    short_repr(value),
                )


def is_text(text: str) -> bool:
    """Return whether text can be encoded: it has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def quantity(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: ``1 pod``, ``2 pods``; ``many`` is an irregular plural."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


_OF_ONE = {
    "are": "is",
    "ask": "asks",
    "belong": "belongs",
    "claim": "claims",
    "count": "counts",
    "do": "does",
    "find": "finds",
    "gain": "gains",
    "go": "goes",
    "have": "has",
    "keep": "keeps",
    "lose": "loses",
    "mount": "mounts",
    "move": "moves",
    "occupy": "occupies",
    "prefer": "prefers",
    "require": "requires",
    "run": "runs",
    "say": "says",
    "select": "selects",
    "set": "sets",
    "share": "shares",
    "stay": "stays",
    "take": "takes",
    "their": "its",
    "them": "it",
    "they": "it",
    "tolerate": "tolerates",
    "use": "uses",
    "wait": "waits",
    "want": "wants",
}


def agreeing(number: int, words: str) -> str:
    """Return words in the plural, or in the singular if the number is 1."""
    if number != 1:
        return words
    word = r"(?<![\w./-])(?<!not )[a-z]+(?![\w/-]|\.\w)"  # no part of a name such as do-not-disrupt
    return re.sub(word, lambda found: _OF_ONE.get(found[0], found[0]), words)


_KEPT = "\n\t"
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # controls, formats, halves of characters, separators


def printable(text: str) -> str:
    """Return text in which an escape such as ``\\x1b`` replaces each invisible character.

    Text from a user or a file cannot control the terminal then.
    """
    if text.isprintable():
        return text
    return "".join(
        character
        if character in _KEPT or unicodedata.category(character) not in _UNSEEN
        else character.encode("unicode_escape").decode()
        for character in text
    )
