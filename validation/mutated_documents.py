"""Documents changed at random: mutated decisions and certificates, and other units."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, get_args

import numpy as np

from ..core.schema import Instance

_ODD: tuple[Any, ...] = (None, True, "x", -1, 1e300, float("nan"), float("inf"), [], {})


def mutate(document: Any, rng: np.random.Generator) -> Any:
    """Return a copy of a document with one to three random changes."""
    changed = copy.deepcopy(document)
    for _ in range(int(rng.integers(1, 4))):
        places = list(_places(changed))
        if not places:
            return changed
        holder, key = places[rng.integers(len(places))]
        _change(holder, key, rng)
    return changed


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in list(items):
        yield value, key
        if isinstance(item, (dict, list)):
            yield from _places(item)


def _change(holder: Any, key: Any, rng: np.random.Generator) -> None:
    value, kind = holder[key], rng.integers(5)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = _ODD[rng.integers(len(_ODD))]
    elif kind == 2 and isinstance(holder, list):
        holder.append(copy.deepcopy(value))
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        holder[key] = value[::-1] if isinstance(value, (str, list)) else _ODD[0]
    elif isinstance(value, int):
        holder[key] = value + int(rng.integers(-2, 3))
    else:
        factors = (0.0, -1.0, 0.5, 1.0 - 1e-9, 1.0 + 1e-9, 2.0, 10.0)
        holder[key] = value * factors[rng.integers(len(factors))]


def scale(document: dict[str, Any], model: type[Instance], factor: float) -> dict[str, Any]:
    """Return a document with all its numbers that are no counts in other units."""
    changed = dict(document)
    for name, info in model.model_fields.items():
        if name in changed and not _counts(info.annotation):
            changed[name] = _times(changed[name], factor)
    return changed


def _counts(annotation: Any) -> bool:
    """Return whether a field holds whole numbers alone."""
    return annotation is int or (bool(get_args(annotation)) and int in get_args(annotation))


def _times(value: Any, factor: float) -> Any:
    if isinstance(value, float):
        return value * factor
    if isinstance(value, list):
        return [_times(item, factor) for item in value]
    if isinstance(value, dict):
        return {key: _times(item, factor) for key, item in value.items()}
    return value
