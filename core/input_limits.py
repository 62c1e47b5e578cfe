"""The one place that says how large a number may be, and which text is valid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .faults import Fault, InputError, shortened

LARGEST_NUMBER = 1e100  # so that products and sums of numbers stay finite
LARGEST_COUNT = 2**53  # so that sums of many counts stay within 64 bits
LARGEST_WHOLE = 2**63 - 1
_MOST_FAULTS = 20
_ARRAY = 10_000  # longer lists of numbers are arrays, whose rules check them


def refuse_extremes(document: Any, subject: str) -> None:
    """Refuse numbers that nothing can be computed with, and text that cannot be printed."""
    faults = list(extremes(document))
    if faults:
        raise InputError(subject, faults)


def extremes(document: Any) -> Iterator[Fault]:
    """Yield the first faults of a document's numbers and texts."""
    if _may_have_extremes(document):
        yield from islice(_extremes(document), _MOST_FAULTS)


def _may_have_extremes(document: Any) -> bool:
    """Return whether places are worth writing down: most documents have no fault to place."""
    level, texts = [document], list[Any]()
    while level:
        below = list[Any]()
        for value in level:
            if isinstance(value, str):
                texts.append(value)
            elif isinstance(value, dict):
                texts += value
                below += value.values()
            elif isinstance(value, (list, tuple)):
                below += () if _is_array(value) else value
            elif isinstance(value, int):
                if not -LARGEST_WHOLE <= value <= LARGEST_WHOLE:
                    return True
            elif isinstance(value, float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                return True
        level = below
    return not is_text("".join(text for text in texts if isinstance(text, str)))


def _is_array(values: list[Any] | tuple[Any, ...]) -> bool:
    return len(values) > _ARRAY and set(map(type, values)) <= {int, float, type(None)}


def _extremes(document: Any) -> Iterator[Fault]:
    """Walk through a document of any depth."""
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(key, str) and not is_text(key):
                    yield Fault.of(place or "(document)", "a key is no text", key)
                else:
                    waiting.append((f"{place}.{key}" if place else str(key), item))
        elif isinstance(value, (list, tuple)):
            if not _is_array(value):
                waiting.extend((f"{place}[{k}]", item) for k, item in enumerate(value))
        elif isinstance(value, str):
            if not is_text(value):
                yield Fault.of(place or "(document)", "is no text: half of a character", value)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            limit = LARGEST_WHOLE if isinstance(value, int) else LARGEST_NUMBER
            if not -limit <= value <= limit and value == value and abs(value) != float("inf"):
                shown = "2^63" if isinstance(value, int) else f"{limit:g}"
                yield Fault(
                    place or "(document)",
                    f"is too large a number, beyond {shown}",
                    shortened(value),
                )


def is_text(text: str) -> bool:
    """Return whether text can be written: it has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
