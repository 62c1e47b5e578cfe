"""Parameters of methods: each has a name, a default, a range and a description."""

import inspect
import typing
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from .signatures import keyword, parameters_of


class Parameters(BaseModel):
    """The parameters of a method; a subclass has a field with a description for each one."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def options_of(thing: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the keyword-only parameters of a function, or the fields of a class of `Parameters`.

    The annotation of each is its type, resolved, with the range and the description.
    """
    if isinstance(thing, type) and issubclass(thing, Parameters):
        return _fields_of(thing)
    hints = typing.get_type_hints(thing, include_extras=True)
    return {
        p.name: p.replace(annotation=hints.get(p.name, Any))
        for p in parameters_of(thing)
        if p.kind is p.KEYWORD_ONLY
    }


def _fields_of(parameters: type[Parameters]) -> dict[str, inspect.Parameter]:
    hints = typing.get_type_hints(parameters, include_extras=True)
    options = {}
    for name, field in parameters.model_fields.items():
        described: Any = typing.Annotated[hints[name], Field(description=field.description)]
        options[name] = keyword(name, described, field.default)
    return options
