"""The plain form of an instance: lines of text that programs can read without JSON.

Each line has a name, a shape and the content, separated by single blanks::

    problem text placement
    latency 2x3 12 nan 9 4 5 6
    capacity 3 1 2 3

The shape of a single number is ``-``.  Text has ``text`` instead of a shape and extends to the end
of the line.  ``nan`` means ``null``, 1 and 0 mean true and false.  The name of a part of a record
or list is its path, ``jobs.0.work``, and ``jobs.count`` is the number of entries of the list.
"""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from pydantic import BaseModel

from .file_types import json_value
from .schema import Instance

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_IN_NAMES = "%."


def plain_form(instance: Instance) -> str:
    """Return an instance in the plain form; compact and stored arrays are written out."""
    return "".join(f"{line}\n" for line in _lines("", _fields(instance) | instance.written_out()))


def _fields(record: BaseModel) -> dict[str, Any]:
    """Return the fields of a record by their keys in the file."""
    fields = type(record).model_fields.items()
    return {info.alias or name: getattr(record, name) for name, info in fields}


def _lines(place: str, value: Any) -> Iterator[str]:
    if value is None:
        return
    value = value.as_document() if hasattr(value, "as_document") else json_value(value)
    if isinstance(value, str):
        yield f"{place} text {''.join(_ESCAPES.get(letter, letter) for letter in value)}"
    elif isinstance(value, (bool, int, float, np.number)):
        yield f"{place} - {_number(value)}"
    elif isinstance(value, np.ndarray):
        shape = "x".join(map(str, value.shape))
        yield " ".join([f"{place} {shape}", *map(_number, value.ravel().tolist())])
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _lines(f"{place}.{_step(key)}" if place else _step(key), item)
    elif isinstance(value, (list, tuple)):
        yield from _of_list(place, value)
    else:
        yield from _lines(place, _fields(value))


def _of_list(place: str, value: list[Any] | tuple[Any, ...]) -> Iterator[str]:
    """Yield the lines of a list: one line for numbers, else lines for its count and its entries."""
    numbers = (bool, int, float, type(None))
    if value and all(isinstance(item, numbers) for item in value):
        yield " ".join([f"{place} {len(value)}", *map(_number, value)])
        return
    yield f"{place}.count - {len(value)}"
    for k, item in zip(itertools.count(), value):
        yield from _lines(f"{place}.{k}", item)


def _number(value: Any) -> str:
    if value is None or value != value:
        return "nan"
    number = float(value)
    return str(int(value)) if number.is_integer() and abs(number) < 2**53 else repr(number)


def _step(key: Any) -> str:
    """Return a key as a part of a name, without dots, blanks and unprintable characters."""
    return "".join(
        letter
        if letter.isprintable() and not letter.isspace() and letter not in _IN_NAMES
        else "".join(f"%{byte:02X}" for byte in letter.encode())
        for letter in str(key)
    )
