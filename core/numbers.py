"""The one place that says how large a number may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .faults import Fault, InputError, shortened

LARGEST_NUMBER = 1e100  # so that products and sums of numbers stay finite
LARGEST_COUNT = 2**53  # so that sums of many counts stay within 64 bits
_MOST_FAULTS = 20


def refuse_extremes(document: Any, subject: str) -> None:
    """Refuse numbers that nothing can be computed with, and text that cannot be printed."""
    faults = []
    for fault in _extremes(document):
        faults.append(fault)
        if len(faults) == _MOST_FAULTS:
            break
    if faults:
        raise InputError(subject, faults)


def _extremes(document: Any) -> Iterator[Fault]:
    """Walk through a document of any depth."""
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(key, str) and not _is_text(key):
                    yield Fault.of(place or "(document)", "a key is no text", key)
                else:
                    waiting.append((f"{place}.{key}" if place else str(key), item))
        elif isinstance(value, list):
            waiting.extend((f"{place}[{k}]", item) for k, item in enumerate(value))
        elif isinstance(value, str):
            if not _is_text(value):
                yield Fault.of(place or "(document)", "is no text: a half of a character", value)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            limit = LARGEST_COUNT if isinstance(value, int) else LARGEST_NUMBER
            if not -limit <= value <= limit:
                yield Fault(place or "(document)", f"is beyond ±{limit:g}", shortened(value))


def _is_text(text: str) -> bool:
    """Return whether text can be written: it has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
