"""Arguments given as text or as values, checked against the signature of a function."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ..core.faults import Fault, InputError, near_miss


def typed_arguments(
    function: Callable[..., Any], given: Mapping[str, Any], subject: str
) -> dict[str, Any]:
    """Return arguments in the types of a function's keyword-only parameters.

    Text is read as JSON where the type wants more than text.  Every unknown name and every value
    that does not fit is a fault.
    """
    signature = inspect.signature(function).parameters.values()
    known = [p.name for p in signature if p.kind is p.KEYWORD_ONLY]
    hints = typing.get_type_hints(function, include_extras=True)
    faults: list[Fault] = []
    typed: dict[str, Any] = {}
    for key, value in given.items():
        if key not in known:
            faults.append(
                Fault.of(key, f"is no option of {subject} {near_miss(key, known)}", value)
            )
            continue
        try:
            typed[key] = TypeAdapter(hints[key]).validate_python(_from_text(value))
        except ValidationError as error:
            message = error.errors()[0]["msg"].replace("Input should", "must")
            faults.append(Fault.of(key, message, value))
    if faults:
        raise InputError("bad input", faults)
    return typed


def _from_text(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
