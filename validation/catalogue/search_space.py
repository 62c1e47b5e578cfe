"""The search space of hunts: random changes and simplifications of instance documents."""

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

Document: TypeAlias = dict[str, Any]
DocumentPlace: TypeAlias = tuple[str | int, ...]
NumberRanges: TypeAlias = dict[tuple[str, ...], tuple[float, float]]  # of each field

_LABELS = ("version", "name", "source", "problem")  # the fields of a document that stay


@dataclass(frozen=True)
class DocumentAxis:
    """Axes of arrays that have entries in common: pairs (key of the array, number of the axis)."""

    arrays: tuple[tuple[str, int], ...]


def numbers(document: Document) -> list[DocumentPlace]:
    """Return the place (keys and positions) of each number in the data of a document."""
    return [
        place
        for key, value in document.items()
        if key not in _LABELS
        for place in _numbers(value, (key,))
    ]


def _numbers(value: Any, place: DocumentPlace) -> Iterator[DocumentPlace]:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield place
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _numbers(item, (*place, key))
    elif isinstance(value, list):
        for k, item in enumerate(value):
            yield from _numbers(item, (*place, k))


def value_at(document: Any, place: DocumentPlace) -> Any:
    """Return the value of a document at a place."""
    for step in place:
        document = document[step]
    return document


def with_value(document: Document, place: DocumentPlace, value: Any) -> Document:
    """Return a copy of the document with the value at a place replaced."""
    changed = copy.deepcopy(document)
    value_at(changed, place[:-1])[place[-1]] = value
    return changed


def field_of(place: DocumentPlace) -> tuple[str, ...]:
    """Return the field of a number: the keys in its place, without the positions in lists."""
    return tuple(step for step in place if isinstance(step, str))


def ranges(document: Document) -> NumberRanges:
    """Return the minimum and the maximum of the numbers of each field, by field."""
    known: NumberRanges = {}
    for place in numbers(document):
        value = value_at(document, place)
        low, high = known.get(field_of(place), (value, value))
        known[field_of(place)] = min(low, value), max(high, value)
    return known


def widen(limits: NumberRanges, more: NumberRanges) -> None:
    """Widen the ranges ``limits`` in place so that they include the ranges ``more``."""
    for key, (low, high) in more.items():
        before = limits.get(key, (low, high))
        limits[key] = min(low, before[0]), max(high, before[1])


def scattered_numbers(
    document: Document, limits: NumberRanges, rng: np.random.Generator
) -> dict[DocumentPlace, float | int]:
    """Return a changed value for each number, within the range of its field.

    A float is multiplied by 1/f, 1 or f, where f is 3 or 10.  All integers of a field change by the
    same -1, 0 or 1, more often down than up, so that scarce resources become scarcer.
    """
    factor = 10.0 if rng.random() < 0.75 else 3.0
    moves = {field: int(rng.choice([-1, -1, 0, 1])) for field in map(field_of, numbers(document))}
    scattered: dict[DocumentPlace, float | int] = {}
    for place in numbers(document):
        value, field = value_at(document, place), field_of(place)
        low, high = limits.get(field, (value, value))
        if isinstance(value, int):
            scattered[place] = round(min(high, max(low, value + moves[field])))
        else:
            power = int(rng.integers(-1, 2))
            scattered[place] = float(min(high, max(low, value * factor**power)))
    return scattered


def changed_number(document: Document, limits: NumberRanges, rng: np.random.Generator) -> Document:
    """Return the document with one random number changed within the range of its field."""
    places = numbers(document)
    place = places[rng.integers(len(places))]
    value = value_at(document, place)
    low, high = limits.get(field_of(place), (value, value))
    alike = [p for p in places if field_of(p) == field_of(place)]
    other = value_at(document, alike[rng.integers(len(alike))])
    choices = [low, high, other, value * 2, value / 2, value + 1, value - 1, rng.uniform(low, high)]
    new = float(np.clip(choices[rng.integers(len(choices))], low, high))
    return with_value(document, place, round(new) if isinstance(value, int) else new)


def entities(document: Document, axes: tuple[DocumentAxis, ...]) -> Iterator[Document]:
    """Yield copies of the document, each without one entity.

    An entity is a record of a list, an entry along one of the axes, or an entry of a list of
    numbers in a record.  The name of a removed record is removed everywhere.
    """
    for axis in axes:
        key, dimension = axis.arrays[0]
        for k in range(_length(document[key], dimension)):
            yield _without_entry(document, axis, k)
    for place in _record_lists(document, ()):
        for k in range(len(value_at(document, place))):
            yield _without_record(document, place, k)
    for place in _number_lists(document):
        values = value_at(document, place)
        for k in range(len(values)):
            yield with_value(document, place, [*values[:k], *values[k + 1 :]])


def _number_lists(document: Document) -> list[DocumentPlace]:
    """Return the places of the lists of numbers inside records."""
    lists = {place[:-1]: None for place in numbers(document) if isinstance(place[-1], int)}
    return [place for place in lists if len(place) > 1 and isinstance(place[-1], str)]


def fewer_keys(document: Document) -> Iterator[Document]:
    """Yield copies of the document, each without one key of one record."""
    for place in _key_places(document, ()):
        if place[0] not in _LABELS:
            changed = copy.deepcopy(document)
            del value_at(changed, place[:-1])[place[-1]]
            yield changed


def _key_places(value: Any, place: DocumentPlace) -> Iterator[DocumentPlace]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield (*place, key)
            yield from _key_places(item, (*place, key))
    elif isinstance(value, list):
        for k, item in enumerate(value):
            if isinstance(item, (dict, list)):
                yield from _key_places(item, (*place, k))


def _length(array: Any, dimension: int) -> int:
    for _ in range(dimension):
        if not array:
            return 0
        array = array[0]
    return len(array)


def _without_entry(document: Document, axis: DocumentAxis, k: int) -> Document:
    changed = copy.deepcopy(document)
    for key, dimension in axis.arrays:
        if key in changed:
            changed[key] = _without_slice(changed[key], dimension, k)
    return changed


def _without_slice(array: list[Any], dimension: int, k: int) -> list[Any]:
    if dimension == 0:
        return [*array[:k], *array[k + 1 :]]
    return [_without_slice(row, dimension - 1, k) for row in array]


def _record_lists(value: Any, place: DocumentPlace) -> Iterator[DocumentPlace]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _record_lists(item, (*place, key))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield place
        for k, item in enumerate(value):
            yield from _record_lists(item, (*place, k))


def _without_record(document: Document, place: DocumentPlace, k: int) -> Document:
    changed = copy.deepcopy(document)
    records = value_at(changed, place)
    name = records[k].get("name")
    del records[k]
    return changed if name is None else _scrub(changed, name)


def _scrub(value: Any, name: str) -> Any:
    """Return the value without the list entries and keys that equal ``name``."""
    if isinstance(value, dict):
        return {key: _scrub(item, name) for key, item in value.items() if key != name}
    if isinstance(value, list):
        return [_scrub(item, name) for item in value if item != name]
    return value


def rounder(document: Document, place: DocumentPlace) -> Iterator[float | int]:
    """Yield simpler values for a number: 0, 1, and the number rounded to 1, 2 and 3 digits."""
    value = value_at(document, place)
    for simple in (0, 1, *(float(f"{value:.{digits}g}") for digits in (1, 2, 3))):
        if simple != value:
            yield int(simple) if float(simple).is_integer() else simple
        else:
            return


def everything(_: Any, __: str) -> bool:
    """Return true, because a loss on any instance is meaningful."""
    return True


@dataclass(frozen=True)
class Ground:
    """Ranges or choices of the generator's parameters, and array axes, for random instances.

    ``counts(instance, method)`` says whether the method's loss on the instance is meaningful.
    """

    parameters: Mapping[str, tuple[float, float] | list[Any]]
    axes: tuple[DocumentAxis, ...] = field(default=())
    counts: Callable[[Any, str], bool] = everything

    def draw(self, rng: np.random.Generator) -> dict[str, Any]:
        """Return a random value of each parameter; a range of integers gives integers."""
        return {name: _draw(parameter, rng) for name, parameter in self.parameters.items()}


def _draw(parameter: tuple[float, float] | list[Any], rng: np.random.Generator) -> Any:
    if isinstance(parameter, list):
        return parameter[rng.integers(len(parameter))]
    low, high = parameter
    if isinstance(low, int) and isinstance(high, int):
        return int(rng.integers(low, high + 1))
    return float(rng.uniform(low, high))
