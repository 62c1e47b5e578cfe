"""The version of a document: the number 1, and not ``true``."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError


def _number(version: Any) -> Any:
    if isinstance(version, bool):  # Python takes true for 1
        raise PydanticCustomError("version", "must be 1")
    return version


Version: TypeAlias = Annotated[Literal[1], BeforeValidator(_number)]
