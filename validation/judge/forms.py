"""The declared forms of decisions and certificates: what does not fit is a violation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Self, TypeAlias

import numpy as np
from pydantic import BaseModel, Field, GetCoreSchemaHandler, ValidationError
from pydantic_core import core_schema

from ...core.arrays import IntArray
from ...core.faults import Fault
from ...core.numbers import LARGEST_COUNT
from ...core.schema import Part, field_faults
from .verdict import Violation, malformed

_MOST_FAULTS = 20

Whole: TypeAlias = Annotated[int, Field(ge=-LARGEST_COUNT, le=LARGEST_COUNT)]


@dataclass(frozen=True)
class _WholeArray:
    """A JSON list of whole numbers, read as an array; hundreds of thousands take milliseconds."""

    def __get_pydantic_core_schema__(
        self, _: Any, __: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        whole = core_schema.int_schema(strict=True, ge=-LARGEST_COUNT, le=LARGEST_COUNT)
        numbers = core_schema.list_schema(whole, strict=True)
        return core_schema.no_info_after_validator_function(_array_of, numbers)


def _array_of(numbers: list[int]) -> IntArray:
    return np.array(numbers, dtype=np.int64)


WholeNumbers: TypeAlias = Annotated[IntArray, _WholeArray()]


class Form(Part):
    """A document whose lists are as long as parts of its instance.

    ``AXES`` names, for a field, the parts of the instance along its axes: a number, or a list.
    ``INDICES`` names, for a field of 0-based numbers, the part of the instance that they count.
    ``NAMES`` names, for a field that is an object, the part of the instance that names its keys.
    """

    AXES: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    INDICES: ClassVar[Mapping[str, str]] = {}
    NAMES: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def read(cls, document: Any, instance: Any) -> Self | list[Violation]:
        """Return the well-formed document, or everything that is wrong with its form."""
        if isinstance(document, cls):
            document = document.as_document()
        if not isinstance(document, dict):
            return [malformed("(document)", "must be an object")]
        try:
            form = cls.model_validate(document)
        except ValidationError as error:
            faults = list(field_faults(error, cls))[:_MOST_FAULTS]
            return [malformed(fault.place, _in_words(fault)) for fault in faults]
        return list(form.faults(instance)) or form

    def as_document(self) -> dict[str, Any]:
        """Return plain data."""
        return {field: _plain(getattr(self, field)) for field in type(self).model_fields}

    def faults(self, instance: Any) -> Iterator[Violation]:
        """Yield what does not fit the instance: lengths, and numbers and names without a part."""
        for field, axes in self.AXES.items():
            value = getattr(self, field)
            if value is not None:
                yield from _shape_faults(field, value, axes, instance)
        for field, counted in self.INDICES.items():
            value = getattr(self, field)
            if value is not None:
                yield from _index_faults(field, value, _length(instance, counted))
        for field, named in self.NAMES.items():
            yield from name_faults(field, getattr(self, field), getattr(instance, named), named)


class Decision(Form):
    """The base of all decisions."""


class Certificate(Form):
    """The base of all certificates."""


def _in_words(fault: Fault) -> str:
    return fault.rule if fault.value is None else f"{fault.rule}, is {fault.value}"


def _length(instance: Any, part: str) -> int:
    """Return how long a part of an instance is: a list's length, or a number itself."""
    value = getattr(instance, part)
    return len(value) if isinstance(value, Sized) else int(value)


def _shape_faults(
    field: str, value: Any, axes: tuple[str, ...], instance: Any
) -> Iterator[Violation]:
    shape = np.shape(value) if isinstance(value, np.ndarray) else (len(value),)
    wanted = tuple(_length(instance, part) for part in axes)[: len(shape)]
    if shape != wanted:
        said = " x ".join(map(str, wanted))
        parts = " x ".join(axes[: len(shape)])
        found = " x ".join(map(str, shape))
        yield malformed(field, f"must have {said} entries ({parts}), has {found}")


def _index_faults(field: str, value: Any, below: int) -> Iterator[Violation]:
    """Yield the entries that are no number from 0 to below the count; -1 may stand for none."""
    numbers = np.asarray(value)
    if not numbers.size:
        return
    for k in np.flatnonzero((numbers < 0) | (numbers >= below)).tolist()[:_MOST_FAULTS]:
        message = f"must be a whole number from 0 to {below - 1}, is {numbers.flat[k]}"
        yield malformed(f"{field}[{k}]", message)


def name_faults(
    place: str, entries: Mapping[str, Any], parts: Iterable[Any], named: str
) -> Iterator[Violation]:
    """Yield the names of parts that an object lacks, and those that are of no part."""
    names = [getattr(part, "name", part) for part in parts]
    for name in sorted(set(names) - set(entries)):
        yield malformed(f"{place}.{name}", "is missing")
    for name in sorted(set(entries) - set(names)):
        yield malformed(f"{place}.{name}", f"is the name of none of the {named}")


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, BaseModel):
        return {field: _plain(getattr(value, field)) for field in type(value).model_fields}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
