"""Plain data: values of JSON's types, converted from arrays, tuples and other types."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from .faults import input_error
from .file_types import json_value

DEEPEST = 100  # levels of lists and objects
_ATOMS = {int, float, str, bool, type(None)}


def plain_data(value: Any, level: int = 0) -> Any:
    """Return a value with arrays and tuples as lists, and numpy's numbers as Python's.

    Dates and enumeration members are converted as in a file. Other values, such as sets, are
    unchanged; the validation of the result accepts or reports them.
    """
    if type(value) in _ATOMS:
        return value
    if level > DEEPEST:
        raise input_error("(document)", f"is nested too deeply, more than {DEEPEST} levels")
    if isinstance(value, (np.ndarray, np.generic)):
        return plain_data(value.tolist(), level + 1) if value.dtype.kind == "O" else value.tolist()
    if isinstance(value, Mapping):
        if {str}.issuperset(map(type, value)) and _ATOMS.issuperset(map(type, value.values())):
            return dict(value)
        return {_key(key): plain_data(item, level + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        if set(map(type, value)) <= _ATOMS:
            return list(value)
        return [plain_data(item, level + 1) for item in value]
    if type(value).__module__.split(".")[0] == "pandas" and hasattr(value, "tolist"):
        return plain_data(value.tolist(), level + 1)
    return value if isinstance(value, (set, frozenset)) else json_value(value)


def _key(key: Any) -> Any:
    key = json_value(key.item() if isinstance(key, np.generic) else key)
    return str(key) if type(key) is int else key


def strangers(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield (place, type) of each value that JSON cannot represent."""
    if isinstance(value, dict):
        for key, item in value.items() if not _ATOMS.issuperset(map(type, value.values())) else ():
            yield from strangers(item, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        if not set(map(type, value)) <= _ATOMS:
            for k, item in enumerate(value):
                yield from strangers(item, f"{place}[{k}]")
    elif type(value) not in _ATOMS and not type(value).__module__.startswith("optgap."):
        yield place or "(document)", type(value).__name__


def same_types(plain: Any, value: Any) -> bool:
    """Return whether `plain_data` changed no value except tuples, which become lists."""
    if isinstance(plain, dict):
        return isinstance(value, dict) and all(
            key in value and same_types(item, value[key]) for key, item in plain.items()
        )
    if isinstance(plain, list) and isinstance(value, (list, tuple)):
        return all(map(same_types, plain, value))
    return type(plain) is type(value)
