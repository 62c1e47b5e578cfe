"""Types of fields that an instance file gives back: what is saved can be loaded again."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, Strict

from .faults import Fault
from .schema import field_place

_PLAIN = (str, int, float, bool, type(None))
_OWN = "has a type that no JSON file gives back: use text, numbers, Literal, Many, Part, arrays"
_TUPLE = "is a tuple, and a JSON list is read into Many[…] or list[…]"
_KEYS = "has keys that are no text, as those of JSON are: use dict[str, …]"
_NULL = "may be null, which files leave out: it needs the default None"


def unreadable_fields(model: type[BaseModel]) -> Iterator[Fault]:
    """Yield the fields of a class of instances that would be written and not be read again."""
    yield from _of_model(model, (), set())


def _of_model(model: type[BaseModel], place: tuple[str, ...], seen: set[Any]) -> Iterator[Fault]:
    if model in seen:
        return
    seen.add(model)
    for name, field in model.model_fields.items():
        inner = (*place, name)
        yield from _of_type(field.annotation, field.metadata, inner, seen)
        if field.is_required() and type(None) in get_args(field.annotation):
            yield Fault(field_place(inner), _NULL)


def _of_type(
    annotation: Any, metadata: Iterable[Any], place: tuple[str, ...], seen: set[Any]
) -> Iterator[Fault]:
    """Yield what is unreadable in a type; one with a validator of its own is left alone."""
    origin, inside = get_origin(annotation) or annotation, get_args(annotation)
    rule = None
    if origin is Annotated:
        yield from _of_type(inside[0], inside[1:], place, seen)
    elif annotation is Any or isinstance(annotation, TypeVar) or any(map(_is_validator, metadata)):
        return
    elif origin is Literal:
        rule = None if all(type(each) in _PLAIN for each in inside) else _OWN
    elif origin in (Union, types.UnionType, tuple, list, dict):
        lenient = any(isinstance(each, Strict) and not each.strict for each in metadata)
        if origin is tuple and not lenient:
            rule = _TUPLE
        elif origin is dict and inside and not _is_text(inside[0]):
            rule = _KEYS
        for each in inside:
            if each is not ... and rule is None:
                yield from _of_type(each, (), place, seen)
    elif isinstance(origin, type) and issubclass(origin, BaseModel):
        yield from _of_model(origin, place, seen)
    elif origin not in _PLAIN and not hasattr(origin, "as_document"):
        rule = _OWN
    if rule:
        yield Fault.of(field_place(place), rule, annotation)


def _is_text(annotation: Any) -> bool:
    inside = get_args(annotation)
    plain = inside[0] if get_origin(annotation) is Annotated else annotation
    return plain is str or all(isinstance(each, str) for each in get_args(plain) or (None,))


def _is_validator(rule: Any) -> bool:
    return hasattr(rule, "func") and type(rule).__name__ != "AfterValidator"
