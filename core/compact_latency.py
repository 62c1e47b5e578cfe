"""A latency field that is either an array of numbers or an object ``{"linear": terms}``."""

from __future__ import annotations

from typing import Any

from pydantic import PlainValidator, ValidationInfo, WithJsonSchema

from .arrays import ArrayRule
from .schema import Part


def array_or_linear(
    rule: ArrayRule, compact: type[Part], terms: type[Part]
) -> tuple[PlainValidator, WithJsonSchema]:
    """Return what annotates such a field; ``compact`` is the model of the object."""

    def validated(value: object, info: ValidationInfo) -> Any:
        if isinstance(value, compact):
            return value
        if isinstance(value, dict) and "linear" in value:
            return compact.model_validate(value, context=info.context)
        return rule.validate(value, info)

    linear = {
        "type": "object",
        "properties": {"linear": terms.model_json_schema()},
        "required": ["linear"],
        "additionalProperties": False,
    }
    schema = {"anyOf": [rule.json_schema(), linear]}
    return PlainValidator(validated), WithJsonSchema(schema)
