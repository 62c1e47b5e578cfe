"""The version of a document: the number 1, and nothing that is only equal to it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError


def _number(version: Any) -> Any:
    if type(version) is not int:  # true and 1.0 are equal to 1
        raise PydanticCustomError("version", "must be 1")
    return version


Version: TypeAlias = Annotated[Literal[1], BeforeValidator(_number)]
