"""Check that the field types of an instance class can be saved to a file and read again."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import numpy as np
from pydantic import BaseModel

from .faults import Fault, field_place
from .file_types import DATES

_PLAIN = (str, int, float, bool, type(None))
_LISTS = (tuple, list, dict, set, frozenset)
_OWN = (
    "has a type that cannot be read from JSON: use text, numbers, dates, Enum, Literal, tuples, "
    "lists, sets, dict, Part, arrays"
)
_ARRAY = "is an array of unknown shape: use Annotated[FloatArray, *number_array(ndim=2)]"
_KEYS = "must have text or integers as keys, as JSON requires: use dict[str, …]"


def unreadable_fields(model: type[BaseModel]) -> Iterator[Fault]:
    """Yield a fault for each field of a class that could be written but not read again."""
    yield from _of_model(model, (), set())


def _of_model(model: type[BaseModel], place: tuple[str, ...], seen: set[Any]) -> Iterator[Fault]:
    if model in seen:
        return
    seen.add(model)
    for name, field in model.model_fields.items():
        yield from _of_type(field.annotation, field.metadata, (*place, name), seen)


def _of_type(
    annotation: Any, metadata: Iterable[Any], place: tuple[str, ...], seen: set[Any]
) -> Iterator[Fault]:
    """Yield a fault for each unreadable part of a type; types with validators are skipped."""
    origin, inside = get_origin(annotation) or annotation, get_args(annotation)
    rule = None
    if origin is Annotated:
        yield from _of_type(inside[0], inside[1:], place, seen)
    elif annotation is Any or isinstance(annotation, TypeVar) or any(map(_is_validator, metadata)):
        return
    elif origin is Literal:
        rule = None if all(type(each) in _PLAIN for each in inside) else _OWN
    elif origin in (Union, types.UnionType, *_LISTS):
        rule = _KEYS if origin is dict and inside and not _is_key(inside[0]) else None
        for each in inside:
            if each is not ... and rule is None:
                yield from _of_type(each, (), place, seen)
    elif origin is np.ndarray:
        rule = _ARRAY
    elif not isinstance(origin, type):
        rule = _OWN
    elif issubclass(origin, BaseModel):
        yield from _of_model(origin, place, seen)
    elif issubclass(origin, Enum):
        rule = None if all(type(each.value) in _PLAIN for each in origin) else _OWN
    elif origin not in (*_PLAIN, *DATES.values()) and not hasattr(origin, "as_document"):
        rule = _OWN
    if rule:
        yield Fault.of(field_place(place), rule, annotation)


def _is_key(annotation: Any) -> bool:
    inside = get_args(annotation)
    plain = inside[0] if get_origin(annotation) is Annotated else annotation
    if isinstance(plain, type):
        return plain is int or issubclass(plain, str)
    return all(isinstance(each, str) for each in get_args(plain) or (None,))


def _is_validator(rule: Any) -> bool:
    """Return whether an annotation reads a value in its own way."""
    own = hasattr(rule, "func") or hasattr(rule, "__get_pydantic_core_schema__")
    return own and type(rule).__name__ != "AfterValidator"
