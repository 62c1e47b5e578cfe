"""Forms of decisions and certificates: classes whose faults become violations."""

from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import partial
from itertools import filterfalse, islice
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar

import numpy as np
from pydantic import BaseModel, Field, GetCoreSchemaHandler, ValidationError
from pydantic_core import core_schema

from ...core.arrays import IntArray
from ...core.faults import LARGEST_COUNT, Fault, near_miss
from ...core.file_types import json_value
from ...core.plain import plain_data
from ...core.records import column
from ...core.schema import Part, field_faults
from .verdict import Violation, malformation

P = TypeVar("P", bound=Part)
_MOST_FAULTS = 20
_MOST_KNOWN = 100  # names that a message may list

Names: TypeAlias = Mapping[str, tuple[str, ...]]
Whole: TypeAlias = Annotated[int, Field(ge=-LARGEST_COUNT, le=LARGEST_COUNT)]


@dataclass(frozen=True)
class _WholeArray:
    """The annotation of a JSON list of integers that is read as an array, also if it is long."""

    def __get_pydantic_core_schema__(
        self, _: Any, __: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        whole = core_schema.int_schema(strict=True, ge=-LARGEST_COUNT, le=LARGEST_COUNT)
        numbers = core_schema.list_schema(whole, strict=True)
        to_array = partial(np.array, dtype=np.int64)
        return core_schema.no_info_after_validator_function(to_array, numbers)


WholeNumbers: TypeAlias = Annotated[IntArray, _WholeArray()]


class Form(Part):
    """A document whose lists must have the lengths of parts of the instance.

    ``AXES`` names, for a field, the parts of the instance that give its lengths: lists or numbers.
    ``INDICES`` names, for a field of 0-based indices, the part that they index.  ``NAMES`` names,
    for a field of names, the part that has these names; for nested objects and lists, one part per
    level.  ``COMPLETE`` lists the fields that need all names.
    """

    AXES: ClassVar[Names] = {}
    INDICES: ClassVar[Mapping[str, str]] = {}
    NAMES: ClassVar[Names] = {}
    COMPLETE: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def read(cls, document: Any, instance: Any) -> Self | list[Violation]:
        """Return the well-formed document, or a list of all faults of its form."""
        if isinstance(document, cls):
            document = document.as_document()
        if not isinstance(document, dict):
            return [malformation("(document)", "must be an object")]
        try:
            form = cls.model_validate(document)
        except ValidationError as error:
            faults = list(field_faults(error, cls))[:_MOST_FAULTS]
            return [malformation(fault.place, _in_words(fault)) for fault in faults]
        return list(form.faults(instance)) or form

    def as_document(self) -> dict[str, Any]:
        """Return the document as plain data."""
        fields, stated = type(self).model_fields, self.model_fields_set
        values = ((field, getattr(self, field)) for field in fields)
        return {
            fields[key].alias or key: _plain(value)
            for key, value in values
            if value is not None or key in stated
        }

    def faults(self, instance: Any) -> Iterator[Violation]:
        """Yield the faults relative to the instance: wrong lengths, indices and names."""
        for field, axes in self.AXES.items():
            value = getattr(self, field)
            if value is not None:
                place = type(self).model_fields[field].alias or field
                yield from _shape_faults(place, value, axes, instance)
        for field, counted in self.INDICES.items():
            value = getattr(self, field)
            if value is not None:
                faults = index_faults(field, value, length_of(instance, counted))
                yield from islice(faults, _MOST_FAULTS)
        for field, parts in self.NAMES.items():
            value = getattr(self, field)
            if value is not None:
                known = [(part, names_of(instance, part)) for part in parts]
                yield from islice(name_faults(field, value, known), _MOST_FAULTS)
                if field in self.COMPLETE:
                    absent = (name for name in known[0][1] if name not in value)
                    for name in islice(absent, _MOST_FAULTS):
                        yield malformation(f"{field}.{name}", "required key is missing")


def read_part(form: type[P], document: Any) -> P:
    """Return a nested part of a document as its class; raise a `ValueError` with the fault."""
    try:
        return form.model_validate(document)
    except ValidationError as error:
        words = (f"{fault.place}: {_in_words(fault)}" for fault in field_faults(error, form))
        raise ValueError("; ".join(islice(words, _MOST_FAULTS))) from None


class Decision(Form):
    """The base class of all decisions."""


class Certificate(Form):
    """The base class of all certificates."""


def _in_words(fault: Fault) -> str:
    return fault.rule if fault.value is None else f"{fault.rule} (found {fault.value})"


def length_of(instance: Any, part: str) -> int:
    """Return the length of a part of an instance, or its value if the part is a number."""
    value = getattr(instance, part)
    return len(value) if isinstance(value, Sized) else int(value)


def _shape_faults(
    field: str, value: Any, axes: tuple[str, ...], instance: Any
) -> Iterator[Violation]:
    shape = np.shape(value) if isinstance(value, np.ndarray) else (len(value),)
    wanted = tuple(length_of(instance, part) for part in axes)[: len(shape)]
    if shape != wanted:
        said = " x ".join(map(str, wanted))
        parts = " x ".join(axes[: len(shape)])
        size = " x ".join(map(str, shape))
        yield malformation(field, f"must have {said} entries ({parts}) (found {size})")


def index_faults(field: str, value: Any, below: int | IntArray) -> Iterator[Violation]:
    """Yield a fault for each entry that is not an index from 0 to ``below`` - 1.

    Nested lists and objects may have different lengths.
    """
    is_flat = not isinstance(value, (list, tuple)) or set(map(type, value)) <= {int}
    if isinstance(value, Mapping) or not is_flat:
        for key, item in value.items() if isinstance(value, Mapping) else enumerate(value):
            place = f"{field}.{key}" if isinstance(value, Mapping) else f"{field}[{key}]"
            yield from () if item is None else index_faults(place, item, below)
        return
    numbers = np.asarray(sorted(value) if isinstance(value, (set, frozenset)) else value)
    limits = np.broadcast_to(below, numbers.shape)
    for k in np.flatnonzero((numbers < 0) | (numbers >= limits)).tolist()[:_MOST_FAULTS]:
        message = f"must be an integer from 0 to {limits.flat[k] - 1} (found {numbers.flat[k]})"
        yield malformation(f"{field}[{k}]" if numbers.ndim else field, message)


def names_of(instance: Any, part: str) -> dict[str, None]:
    """Return the names in a part of an instance; ``jobs.pes`` means the PEs of each job."""
    first, *steps = part.split(".")
    parts = getattr(instance, first) or ()
    for step in steps:
        parts = [part for whole in parts for part in getattr(whole, step) or ()]
    parts = parts if isinstance(parts, Sequence) else list(parts)
    are_texts = bool(parts) and isinstance(parts[0], str)
    return dict.fromkeys(parts if are_texts else column(parts, "name"))


def name_faults(
    place: str, value: Any, known: Sequence[tuple[str, Mapping[str, None]]]
) -> Iterator[Violation]:
    """Yield a fault for each unknown name, at any level, and each repeated name of a list."""
    part, names = known[0]
    value = sorted(value) if isinstance(value, (set, frozenset)) else value
    if isinstance(value, str):
        if value not in names:
            yield malformation(place, _unknown(value, part, names))
    elif isinstance(value, Mapping):
        for name in filterfalse(names.__contains__, value):
            yield malformation(f"{place}.{name}", _unknown(name, part, names))
        are_texts = set(map(type, value.values())) == {str}
        if known[1:] and not (are_texts and known[1][1].keys() >= set(value.values())):
            for name, inside in value.items():
                yield from name_faults(f"{place}.{name}", inside, known[1:])
    elif not all(isinstance(name, str) for name in value):
        for k, item in enumerate(value):
            yield from () if item is None else name_faults(f"{place}[{k}]", item, known)
    elif len(different := set(value)) < len(value) or not different <= names.keys():
        for k, name in enumerate(value):
            if name not in names:
                yield malformation(f"{place}[{k}]", _unknown(name, part, names))
            elif name in value[:k]:
                yield malformation(f"{place}[{k}]", f"{name!r} is listed already")


def _unknown(name: str, part: str, names: Mapping[str, None]) -> str:
    hint = f" {near_miss(name, names)}" if len(names) <= _MOST_KNOWN else ""
    return f"{name!r} is none of the {part.rpartition('.')[2]} of the instance{hint}"


def _plain(value: Any) -> Any:
    """Return a value as JSON data."""
    if isinstance(value, BaseModel):
        return {field: _plain(getattr(value, field)) for field in type(value).model_fields}
    if isinstance(value, Mapping):
        return plain_data({key: _plain(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return plain_data(json_value(value))
