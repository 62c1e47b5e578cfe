"""Number arrays in instance files: inline lists or ``.npy`` sidecars, validated, read-only.

A field is declared as ``Annotated[FloatArray, number_array(ndim=2, above=0, nullable=True)]``.
In memory ``null`` is NaN.  A sidecar is memory-mapped and never copied.

The types of array fields let a caller pass lists and tables, and the value is an array.  A type
checker sees a descriptor, whose ``__set__`` types the argument of the class; pydantic sees the type
of the value.  So ``Placement(latency=[[1.0]], capacity=[1, 1])`` is well typed.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import PlainValidator, ValidationError, ValidationInfo, WithJsonSchema
from pydantic_core import InitErrorDetails, PydanticCustomError

from .faults import LARGEST_COUNT, LARGEST_NUMBER, Fault
from .sidecars import ArrayError, Place, from_sidecar


def is_frame(value: object) -> bool:
    """Return whether a value is a Series or a DataFrame."""
    return type(value).__module__.split(".")[0] == "pandas" and hasattr(value, "to_numpy")


FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]

_MOST_FAULTS = 20
SHORT = 1000  # numbers that are looked at in Python
_CHUNK_CELLS = 1 << 22
_SIDECAR_SCHEMA = {
    "type": "object",
    "properties": {"npy": {"type": "string"}, "nan_is_null": {"type": "boolean"}},
    "required": ["npy"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class ArrayRule:
    """The shape, number type and range that an array must have."""

    ndim: int
    whole: bool = False
    nullable: bool = False
    above: float | None = None
    at_least: float | None = None
    optional: bool = False

    def range_rule(self) -> str:
        """Return the range of the numbers in words."""
        number = "an integer" if self.whole else "a finite number"
        if self.above is not None:
            number += f" > {self.above:g}"
        if self.at_least is not None:
            number += f" >= {self.at_least:g}"
        return f"must be {number}" + (" or null" if self.nullable else "")

    @property
    def _largest(self) -> float:
        return LARGEST_COUNT if self.whole else LARGEST_NUMBER

    def rule_for(self, cell: object) -> str:
        """Return in words the part of the rule that a cell breaks."""
        if isinstance(cell, (int, float)) and self._largest < abs(cell) < math.inf:
            return f"is too large a number, beyond {self._largest:g}"
        return self.range_rule()

    def validate_given(self, value: object, info: ValidationInfo) -> NDArray[Any] | None:
        """Return the array of a field's value; ``None`` if an optional field has no value."""
        if (cells := cells_of(value)) is not None and cells.rule is self:
            return value  # type: ignore[return-value]
        return None if value is None and self.optional else self.validate(value, info)

    def validate(self, value: object, info: ValidationInfo) -> NDArray[Any]:
        """Return the array of an inline list, a sidecar reference or an ndarray."""
        cells = value
        if type(value) is np.ndarray and value.ndim == 1 and len(value) <= SHORT:
            cells = value.tolist()
        short = self._short(cells) if type(cells) is list and self.ndim == 1 else None
        if short is not None:
            return short
        folder = (info.context or {}).get("folder")
        try:
            return _checked_array(value, self, folder)
        except ArrayError as error:
            raise fault_error(error.faults) from None

    def _short(self, cells: list[Any]) -> NDArray[Any] | None:
        """Return the array of a short list, read by a fast path; ``None`` if a cell is faulty."""
        allowed = {int} if self.whole else {int, float}
        if not 0 < len(cells) <= SHORT or not allowed.issuperset(map(type, cells)):
            return None
        least, most = min(cells), max(cells)
        if not -LARGEST_COUNT <= least <= most <= LARGEST_COUNT:
            return None
        within = -self._largest <= least and most <= self._largest and sum(cells) == sum(cells)
        if self.above is not None:
            within = within and least > self.above
        if self.at_least is not None:
            within = within and least >= self.at_least
        if not within:
            return None
        array = np.array(cells, dtype=np.int64 if self.whole else np.float64)
        array.flags.writeable = False
        return array

    def rejects(self, block: NDArray[Any]) -> NDArray[np.bool_]:
        """Return a mask of the cells that break the rule."""
        with np.errstate(invalid="ignore"):
            bad: NDArray[np.bool_] = np.abs(block) > self._largest
            if self.above is not None:
                bad |= block <= self.above
            if self.at_least is not None:
                bad |= block < self.at_least
        return bad if self.nullable else bad | np.isnan(block)

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the two forms, inline and sidecar."""
        cell: dict[str, Any] = {"type": "integer" if self.whole else "number"}
        if self.above is not None:
            cell["exclusiveMinimum"] = self.above
        if self.at_least is not None:
            cell["minimum"] = self.at_least
        if self.nullable:
            cell = {"anyOf": [cell, {"type": "null"}]}
        inline = cell
        for _ in range(self.ndim):
            inline = {"type": "array", "items": inline, "minItems": 1}
        absent = [{"type": "null"}] if self.optional else []
        return {"anyOf": [inline, _SIDECAR_SCHEMA, *absent]}


class CheckedCells(np.ndarray[Any, np.dtype[np.float64]]):
    """A read-only buffer of checked numbers, without NaN and negative zeros.

    An array that is a view of such a buffer is not checked again.
    """

    rule: ArrayRule

    @classmethod
    def of(cls, cells: FloatArray, rule: ArrayRule) -> "CheckedCells":
        """Return a buffer with the cells, which the caller has checked by the rule."""
        buffer = cls(cells.shape)
        buffer[:] = cells
        buffer.rule = rule
        buffer.flags.writeable = False
        return buffer


def cells_of(array: object) -> CheckedCells | None:
    """Return the checked buffer to which an array belongs, or ``None``."""
    base = array.base if type(array) is np.ndarray else None
    buffer = base.base if type(base) is np.ndarray else None
    return buffer if type(buffer) is CheckedCells else None


def number_array(
    ndim: int,
    *,
    whole: bool = False,
    nullable: bool = False,
    above: float | None = None,
    at_least: float | None = None,
    optional: bool = False,
) -> tuple[PlainValidator, WithJsonSchema]:
    """Return the pydantic annotations of an array field, to be unpacked into `Annotated`."""
    rule = ArrayRule(ndim, whole, nullable, above, at_least, optional)
    return PlainValidator(rule.validate_given), WithJsonSchema(rule.json_schema())


def shape_faults(place: str, array: NDArray[Any], *parts: Sized) -> Iterator[Fault]:
    """Yield a fault if the axes of an array do not have the lengths of ``parts``, in order."""
    wanted = tuple(len(part) for part in parts)
    if array.shape != wanted:
        rule = f"must have {' x '.join(map(str, wanted))} entries"
        yield Fault(place, rule, " x ".join(map(str, array.shape)))


def power_near(size: float) -> float:
    """Return the power of two closest to a size (1 for 0), by which division is exact."""
    return 1.0 if size == 0 else 2.0 ** round(math.log2(size))


def distinct_rows(rows: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the sorted distinct rows, where each occurs first, and which of them each row is.

    The three arrays are those of `numpy.unique` with ``axis=0``: rows, first indices and inverse.
    Here each row is encoded as one integer if possible, because `numpy.unique` compares rows
    slowly.
    """
    least = rows.min(axis=0, initial=0)
    width = (rows.max(axis=0, initial=0) - least + 1).tolist()
    if math.prod(width) >= 2**63:
        distinct, first, number = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        return distinct, first, number.reshape(-1)
    keys = np.zeros(len(rows), dtype=np.int64)
    for column, low, values in zip(rows.T, least, width, strict=True):
        keys = keys * values + (column - low)
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    return rows[first], first, number


def _checked_array(value: object, rule: ArrayRule, folder: Path | None) -> NDArray[Any]:
    nan_is_null = rule.nullable
    if isinstance(value, dict):
        array = from_sidecar(value, folder)
        nan_is_null = rule.nullable and bool(value.get("nan_is_null", False))
    elif isinstance(value, np.ndarray):
        array = value
    elif isinstance(value, (list, tuple)):
        array = _from_lists(value, rule)
    elif is_frame(value):
        array = value.to_numpy()  # type: ignore[attr-defined]
    else:
        wanted = "a list of numbers" if rule.ndim == 1 else f"lists nested {rule.ndim} levels deep"
        raise ArrayError([((), f'must be {wanted} or {{"npy": "file.npy"}}', value)])
    array = _in_field_type(array, rule)
    _check_range(array, rule, nan_is_null)
    view = array.view()
    view.flags.writeable = False
    return view


def row_blocks(array: NDArray[Any]) -> Iterator[slice]:
    """Yield slices of the first axis, each with at most a few million cells."""
    per_row = max(1, array[:1].size)
    step = max(1, _CHUNK_CELLS // per_row)
    for start in range(0, array.shape[0], step):
        yield slice(start, min(start + step, array.shape[0]))


def _from_lists(value: list[Any] | tuple[Any, ...], rule: ArrayRule) -> NDArray[Any]:
    """Return nested lists as an array; raise an error for ragged rows or cells without numbers."""
    faults: list[tuple[Place, str, object]] = []
    level: list[Any] = [value]
    shape: list[int] = []
    for _ in range(rule.ndim):
        not_lists = [k for k, item in enumerate(level) if not isinstance(item, (list, tuple))]
        faults += [(_unravel(k, shape), "must be a list", level[k]) for k in not_lists]
        if not_lists:
            raise ArrayError(faults)
        length = len(level[0])
        faults += [
            (_unravel(k, shape), f"must have {length} entries, as the first row has", len(item))
            for k, item in enumerate(level)
            if len(item) != length
        ]
        if faults:
            raise ArrayError(faults)
        if length == 0:
            raise ArrayError([(_unravel(0, shape), "must not be empty", [])])
        shape.append(length)
        level = list(itertools.chain.from_iterable(level))
    _check_types(level, shape, rule)
    try:
        if set(map(type, level)) == {int}:
            return np.array(level, dtype=np.int64).reshape(shape)
        return np.array(level, dtype=np.int64 if rule.whole else np.float64).reshape(shape)
    except OverflowError:
        huge = [k for k, item in enumerate(level) if item is not None and abs(item) >= 2**63]
        raise ArrayError(
            [(_unravel(k, shape), "is too large a number", level[k]) for k in huge]
        ) from None


def _check_types(cells: list[Any], shape: list[int], rule: ArrayRule) -> None:
    allowed: set[type] = {int} if rule.whole else {int, float}
    if rule.nullable:
        allowed.add(type(None))
    if set(map(type, cells)) <= allowed:
        return

    def is_faulty(cell: Any) -> bool:
        if type(cell) not in allowed:
            return True
        return cell is not None and bool(rule.rejects(np.array([cell], dtype=float))[0])

    raise ArrayError(
        [
            (_unravel(k, shape), rule.rule_for(cell), cell)
            for k, cell in enumerate(cells)
            if is_faulty(cell)
        ]
    )


def _in_field_type(array: NDArray[Any], rule: ArrayRule) -> NDArray[Any]:
    """Return the array in the field's type; floating-point sidecars stay memory-mapped."""
    if array.ndim != rule.ndim:
        raise ArrayError([((), f"must have {rule.ndim} dimensions", list(array.shape))])
    if array.size == 0:
        raise ArrayError([((), "must not be empty", list(array.shape))])
    if rule.whole:
        if array.dtype.kind not in "iu":
            raise ArrayError([((), "must hold integers", str(array.dtype))])
        if array.dtype.kind == "u" and int(array.max()) > LARGEST_COUNT:
            raise ArrayError([((), rule.rule_for(int(array.max())), int(array.max()))])
        return array.astype(np.int64, copy=False)
    if array.dtype.kind not in "iuf":
        raise ArrayError([((), "must hold numbers", str(array.dtype))])
    numbers = array.astype(np.float64, copy=False)
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
        _refuse_inexact(array, numbers)
    return numbers


def _refuse_inexact(array: NDArray[Any], numbers: FloatArray) -> None:
    """Raise an error if an integer is no floating-point number, such as 2^53 + 1."""
    for block in row_blocks(array):
        wrong = np.argwhere(array[block] != numbers[block].astype(array.dtype))
        if len(wrong):
            place = (int(wrong[0][0]) + block.start, *(int(k) for k in wrong[0][1:]))
            rule = "is an integer with too many digits for a floating-point number"
            raise ArrayError([(place, rule, array[place].item())])


def _check_range(array: NDArray[Any], rule: ArrayRule, nan_is_null: bool) -> None:
    faults: list[tuple[Place, str, object]] = []
    checked = (
        rule
        if nan_is_null == rule.nullable
        else ArrayRule(rule.ndim, rule.whole, False, rule.above, rule.at_least)
    )
    for block in row_blocks(array):
        bad = checked.rejects(array[block])
        if not bad.any():
            continue
        for index in np.argwhere(bad):
            place = (int(index[0]) + block.start, *(int(k) for k in index[1:]))
            cell = array[place].item()
            hint = ""
            if rule.nullable and not nan_is_null and math.isnan(cell):
                hint = '; if NaN means "cannot run", set "nan_is_null": true beside "npy"'
            faults.append((place, checked.rule_for(cell) + hint, cell))
            if len(faults) > _MOST_FAULTS:
                raise ArrayError(faults)
    if faults:
        raise ArrayError(faults)


def _unravel(flat: int, shape: list[int]) -> Place:
    return tuple(int(k) for k in np.unravel_index(flat, shape)) if shape else ()


def fault_error(faults: list[tuple[Place, str, object]]) -> ValidationError:
    """Return an error with the faults of one field in pydantic's form."""
    shown = faults[:_MOST_FAULTS]
    details = [
        InitErrorDetails(
            type=PydanticCustomError("array", "{rule}", {"rule": rule}), loc=place, input=value
        )
        for place, rule, value in shown
    ]
    if len(faults) > len(shown):
        rule = f"only the first {_MOST_FAULTS} faults of this array are listed"
        more = PydanticCustomError("array_more", "{rule}", {"rule": rule})
        details.append(InitErrorDetails(type=more, loc=(), input=None))
    return ValidationError.from_exception_data("array", details)


Read = TypeVar("Read", covariant=True)
Accepted = TypeVar("Accepted", contravariant=True)


class Table(Protocol):
    """A pandas Series or DataFrame."""

    def to_numpy(self, *args: Any, **how: Any) -> NDArray[Any]:
        """Return the cells as an array."""
        ...


Numbers: TypeAlias = Sequence[Any] | NDArray[Any] | Table | Mapping[str, Any]  # of an npy file
ABSENT: Any = None  # the default of a field that need not be given

if TYPE_CHECKING:

    class Given(Generic[Read, Accepted]):
        """A field that is read as one type and set as another; this class is for type checkers."""

        def __get__(self, owner: object, kind: type) -> Read: ...
        def __set__(self, owner: object, value: Accepted) -> None: ...

else:

    class Given:
        """The class at run time: ``Given[Read, Accepted]`` is ``Read``, validated by pydantic."""

        def __class_getitem__(cls, types: tuple[Any, Any]) -> Any:
            return types[0]


Floats: TypeAlias = Given[FloatArray, Numbers]
MaybeFloats: TypeAlias = Given[FloatArray | None, Numbers | None]
MaybeInts: TypeAlias = Given[IntArray | None, Numbers | None]
