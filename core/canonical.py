"""The canonical text of data, whose digest does not depend on the form of the file."""

import hashlib
import json
from collections.abc import Mapping
from itertools import repeat
from math import isnan
from operator import attrgetter, is_, itemgetter
from typing import Any, Protocol, runtime_checkable

import numpy as np
import orjson
from numpy.typing import NDArray
from pydantic import BaseModel

from .arrays import SHORT, cells_of, row_blocks
from .faults import input_error
from .file_types import json_value


@runtime_checkable
class Documented(Protocol):
    """A field type that defines its form in an instance file."""

    def as_document(self) -> Any:
        """Return the value as an array or as plain data."""
        ...


def canonical_text(content: Mapping[str, Any]) -> str:
    """Return fields as canonical text, which does not depend on the form of the file."""
    try:
        text = _quick_text(content)
    except orjson.JSONEncodeError:  # integers of more than 64 bits, or keys that are not text
        text = b"\\"
    first, *arrays = text.split(_ARRAY)
    rest = b"".join([first, *(part[_HEX:] for part in arrays)])
    odd = any(part in rest for part in _WRITTEN_OTHERWISE) or b"0e" in rest.translate(_DIGITS)
    if rest.isascii() and not odd:
        return text.decode()
    return json.dumps(content, sort_keys=True, separators=(",", ":"), default=_plain_value)


def _quick_text(content: Mapping[str, Any]) -> bytes:
    """Return canonical text without calling Python for each record of a list.

    The absent fields of such records are written as null, and removed from the text.
    """
    plain, absent, keys = dict(content), 0, set[str]()
    for field, value in content.items():
        kinds = set(map(type, value)) if isinstance(value, tuple) else set()
        if len(kinds) == 1 and issubclass(kind := kinds.pop(), BaseModel):
            records = list(map(attrgetter("__dict__"), value))
            if set(map(len, records)) == {len(kind.model_fields)}:  # no cached values
                plain[field] = records
                for name in kind.model_fields:
                    if missing := sum(map(is_, map(itemgetter(name), records), repeat(None))):
                        absent += missing
                        keys.add(name)
    text = orjson.dumps(plain, default=_plain_value, option=_PLAIN)
    is_clear = text.count(b":null") == absent  # every null is an absent field of a record
    for key in keys if is_clear else ():
        null = b'"%b":null' % key.encode()
        absent -= text.count(null)
        text = text.replace(null + b",", b"").replace(b"," + null, b"").replace(null, b"")
    return text if is_clear and not absent else b"\\"


_PLAIN = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
_ARRAY, _HEX = b'"array":"', 64  # before the digits of a digest
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_WRITTEN_OTHERWISE = (b"0.0000", b"null", b"\\", b"\x7f")  # by `json`, or perhaps


def _plain_value(value: Any) -> Any:
    """Return the JSON form of a value whose type JSON lacks."""
    kind: Any = type(value)
    if (names := _FIELDS.get(kind)) is not None:
        fields = value.__dict__
        if len(fields) == len(names):  # no cached values beside the fields
            return {name: item for name, item in fields.items() if item is not None}
        return {name: item for name in names if (item := fields[name]) is not None}
    if cells_of(value) is not None:  # as almost all arrays of a large file are
        return {"array": hashlib.sha256(value).hexdigest(), "shape": value.shape}
    if isinstance(value, np.ndarray):
        return {"array": _array_digest(value), "shape": value.shape}
    if issubclass(kind, BaseModel):
        _FIELDS[kind] = tuple(kind.model_fields)
        return _plain_value(value)
    if isinstance(value, Documented):
        return value.as_document()
    if (plain := json_value(value)) is not value:
        return plain
    raise input_error("instance", "has a value of a type that JSON does not have", value)


_FIELDS: dict[type, tuple[str, ...]] = {}  # the field names of each class of records


_F8 = np.dtype("<f8")


def _array_digest(array: NDArray[Any]) -> str:
    if array.ndim == 1 and len(array) <= SHORT:
        cells = array + 0.0  # one zero, no negative twin
        if cells.dtype == _F8 and not isnan(cells.dot(cells)):
            return hashlib.sha256(cells.data).hexdigest()
    digest = hashlib.sha256()
    for block in row_blocks(array):
        cells = np.array(array[block], dtype="<f8") + 0.0  # one zero, no negative twin
        cells[np.isnan(cells)] = np.nan
        digest.update(cells.tobytes())
    return digest.hexdigest()
