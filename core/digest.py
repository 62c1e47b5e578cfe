"""What the digest of an instance is made of: plain values, and digests of arrays."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from .arrays import row_blocks

_PLAIN = frozenset({str, int, float, bool})


@runtime_checkable
class Documented(Protocol):
    """A field of a type of its own, which says what stands for it in the instance file."""

    def as_document(self) -> Any:
        """Return an array, or plain data."""
        ...


def canonical(value: Any) -> Any:
    """Return a value as plain data that is the same wherever it was read from."""
    if value is None or isinstance(value, (str, int, float)):  # a protocol is slow to ask
        return value
    if isinstance(value, np.ndarray):
        return {"array": _array_digest(value), "shape": value.shape}
    if isinstance(value, BaseModel):
        fields = vars(value)
        return {
            field: item if type(item) in _PLAIN else canonical(item)
            for field in type(value).model_fields
            if (item := fields[field]) is not None
        }
    if type(value) not in (tuple, list, dict) and isinstance(value, Documented):
        return canonical(value.as_document())
    if isinstance(value, (tuple, list)):
        return [item if type(item) in _PLAIN else canonical(item) for item in value]
    if isinstance(value, dict):
        return {
            key: item if type(item) in _PLAIN else canonical(item) for key, item in value.items()
        }
    return value


def _array_digest(array: NDArray[Any]) -> str:
    digest = hashlib.sha256()
    for block in row_blocks(array):
        cells = np.array(array[block], dtype="<f8") + 0.0  # one zero, no negative twin
        cells[np.isnan(cells)] = np.nan
        digest.update(cells.tobytes())
    return digest.hexdigest()
