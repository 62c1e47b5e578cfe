"""Parameters of methods: each has a name, a default, a range and a description."""

import inspect
import typing
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from .outcome import Answer
from .run import Run


class Parameters(BaseModel):
    """The parameters of a method; a subclass has a field with a description for each one."""

    model_config = ConfigDict(frozen=True, extra="forbid")


P = TypeVar("P", bound=Parameters)


def with_parameters(
    parameters: type[P],
) -> Callable[[Callable[[Any, Run, P], Answer]], Callable[..., Answer]]:
    """Return a decorator that makes the parameters' fields keyword-only options of a method."""
    hints = {
        name: typing.Annotated[hint, Field(description=parameters.model_fields[name].description)]
        for name, hint in typing.get_type_hints(parameters, include_extras=True).items()
        if name in parameters.model_fields
    }
    options = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[name]
        )
        for name, field in parameters.model_fields.items()
    ]

    def decorate(function: Callable[[Any, Run, P], Answer]) -> Callable[..., Answer]:
        @wraps(function)
        def method(instance: Any, run: Run, **values: Any) -> Answer:
            return function(instance, run, parameters(**values))

        first, second, _ = inspect.signature(function).parameters.values()
        method.__signature__ = inspect.Signature([first, second, *options])  # type: ignore[attr-defined]
        method.__annotations__ = dict(hints)
        del method.__wrapped__
        return method

    return decorate
