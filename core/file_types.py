"""Python types in files: the JSON forms of sets, dates, enumerations and tuples.

A user's instances and decisions may have tuples, sets, enumerations, dates, numbers as keys, and
tagged unions.  `read_from_json` lets a pydantic schema read them, and `json_value` writes them.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from enum import Enum
from typing import Any

from pydantic import GetCoreSchemaHandler, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

DATES: dict[str, type[date] | type[time]] = {"date": date, "datetime": datetime, "time": time}
_OPAQUE = {"config", "default", "expected", "function", "members", "metadata", "serialization"}


def json_value(value: Any) -> Any:
    """Return the JSON form of a value; a value without such a form is returned unchanged."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (set, frozenset)):
        return sorted(map(json_value, value), key=lambda item: (type(item).__name__, item))
    return value.isoformat() if isinstance(value, (date, time)) else value


def read_from_json(node: Any, handler: GetCoreSchemaHandler) -> None:
    """Change a pydantic core schema in place so that it also accepts the JSON forms."""
    entries = list(node.items() if isinstance(node, dict) else enumerate(node))
    for key, part in entries:
        if (key in _OPAQUE and _is_schema(node)) or not isinstance(part, (dict, list)):
            continue
        read_from_json(part, handler)
        if isinstance(part, dict) and _is_schema(part):
            node[key] = _reader(part, handler, is_key=key == "keys_schema")


def _is_schema(node: Any) -> bool:
    """Return whether a node is a schema, and not a record's fields, whose names are arbitrary."""
    return isinstance(node, dict) and isinstance(node.get("type"), str)


def _reader(node: dict[str, Any], handler: GetCoreSchemaHandler, is_key: bool) -> dict[str, Any]:
    """Return a schema that also accepts the JSON form of a value, if that form is different."""
    kind = node["type"]
    referred: Mapping[str, Any] = node
    if kind == "definition-ref":
        referred = handler.resolve_ref_schema(node)
        kind = referred["type"] if referred["type"] == "enum" else kind
    if kind == "tuple":
        return {**node, "strict": False}
    if kind == "union":
        # A place in brackets is not part of the place that a fault names.
        parts = (part[0] if isinstance(part, tuple) else part for part in node["choices"])
        return {**node, "choices": [(part, f"({part['type']})") for part in parts]}
    if kind in ("set", "frozenset"):
        return _before({**node, "strict": False}, _distinct)
    if kind == "enum":
        return _before(node, _member_of(referred["cls"]))
    if kind in DATES:
        return _before(node, _date_of(kind))
    if kind == "tagged-union" and isinstance(node["discriminator"], str):
        tag = node["discriminator"]
        choices = {f"({key})": part for key, part in node["choices"].items()}
        tagged = {**node, "choices": choices, "discriminator": lambda value: _tag(value, tag)}
        return _before(tagged, _checked_tag(tag, list(node["choices"])))
    if kind == "int" and is_key:
        return _before(node, _whole_of)
    return node


def _before(node: dict[str, Any], function: Callable[[Any], Any]) -> dict[str, Any]:
    step = {"type": "no-info", "function": function}
    return {"type": "function-before", "function": step, "schema": node}


def _distinct(value: Any) -> Any:
    """Return a list that becomes a set; raise an error if an entry is repeated."""
    if isinstance(value, (list, tuple)):
        texts = [json.dumps(item, sort_keys=True, default=repr) for item in value]
        if len(set(texts)) < len(texts):
            raise PydanticCustomError("set", "must not repeat an entry")
    return value


def _member_of(kind: type[Enum]) -> Callable[[Any], Any]:
    values = [member.value for member in kind]

    def member_of(value: Any) -> Any:
        if isinstance(value, kind):
            return value
        for known in values:
            if type(known) is type(value) and known == value:
                return kind(value)
        words = ", ".join(map(repr, values))
        raise PydanticCustomError("enum", "must be one of {words}", {"words": words})

    return member_of


def _date_of(name: str) -> Callable[[Any], Any]:
    def date_of(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return DATES[name].fromisoformat(value)
        except ValueError:
            raise PydanticCustomError("date", f"must be a {name} in ISO 8601") from None

    return date_of


def _whole_of(value: Any) -> Any:
    """Return the integer in a key of a JSON object; only its standard form is accepted."""
    is_number = isinstance(value, str) and value.removeprefix("-").isdecimal()
    return int(value) if is_number and str(int(value)) == value else value


def _tag(value: Any, tag: str) -> str:
    return f"({value[tag] if isinstance(value, Mapping) else getattr(value, tag, None)})"


def _checked_tag(tag: str, known: list[Any]) -> Callable[[Any], Any]:
    def checked_tag(value: Any) -> Any:
        if not isinstance(value, Mapping):
            if hasattr(value, tag):
                return value
            raise PydanticCustomError("tag", "must be an object")
        if tag not in value:
            raise _fault(tag, "required key is missing", None)
        if value[tag] not in known:
            raise _fault(tag, f"must be one of {', '.join(map(repr, known))}", value[tag])
        return value

    return checked_tag


def _fault(place: str, rule: str, value: Any) -> ValidationError:
    fault = PydanticCustomError("tag", "{rule}", {"rule": rule})
    return ValidationError.from_exception_data(
        "tag", [InitErrorDetails(type=fault, loc=(place,), input=value)]
    )
