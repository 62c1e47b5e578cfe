"""Many records of one class, stored as columns.

A field ``Table[Item]`` of an instance is a tuple of records or, if there are many, `Records`: each
field of the class is then one column, and a record is made when it is asked for.  `column` returns
the values of one field of either.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, repeat
from operator import attrgetter, contains
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, overload

import numpy as np
from pydantic import BaseModel, Field, GetCoreSchemaHandler, Strict, ValidationError, create_model
from pydantic_core import core_schema

from .frames import TableColumns
from .installed import is_installed
from .schema import Part

R = TypeVar("R", bound=BaseModel)

FEWEST = 2_000  # records that are stored as columns
_INLINE = 100_000  # more are written beside an instance file, as Parquet


class Records(Sequence[R]):
    """Frozen records of a class by columns: tuples of values, or arrays with one row per record."""

    def __init__(self, kind: type[R], columns: Mapping[str, Any]) -> None:
        self.kind, self.columns = kind, columns

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    @overload
    def __getitem__(self, index: int) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[R]: ...
    def __getitem__(self, index: int | slice) -> R | Sequence[R]:
        if isinstance(index, slice) or "_records" in self.__dict__:
            return self._records[index]
        cells = (column[index] for column in self.columns.values())
        return self._record(tuple(c.tolist()) if isinstance(c, np.ndarray) else c for c in cells)

    def __iter__(self) -> Iterator[R]:
        return iter(self._records)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def _records(self) -> tuple[R, ...]:
        columns = (
            map(tuple, column.tolist()) if isinstance(column, np.ndarray) else column
            for column in self.columns.values()
        )
        return tuple(map(self._record, zip(*columns, strict=True)))

    def _record(self, values: Any) -> R:
        record = self.kind.__new__(self.kind)  # `model_construct` takes four times as long
        set_field = object.__setattr__
        set_field(record, "__dict__", dict(zip(self.columns, values, strict=True)))
        set_field(record, "__pydantic_fields_set__", set(self.columns))
        set_field(record, "__pydantic_extra__", None)
        set_field(record, "__pydantic_private__", None)
        return record

    def as_table(self) -> Any:
        """Return an Arrow table of many records.

        Return ``None`` for few records, for values without a form there, or without pyarrow.
        """
        if len(self) <= _INLINE or not is_installed("pyarrow"):
            return None
        columns = self.columns
        if not all(map(_are_cells, columns.values())):
            return None
        import pyarrow as pa

        return pa.table(
            {
                name: cells.tolist() if isinstance(cells, np.ndarray) else cells
                for name, cells in columns.items()
                if isinstance(cells, np.ndarray) or cells.count(None) < len(cells)
            }
        )

    def as_document(self) -> list[dict[str, Any]]:
        """Return the records as dictionaries without the missing values."""
        columns = {
            name: column.tolist() if isinstance(column, np.ndarray) else column
            for name, column in self.columns.items()
            if isinstance(column, np.ndarray) or column.count(None) < len(column)
        }
        rows = zip(*columns.values(), strict=True)
        documents: list[dict[str, Any]] = list(map(dict, map(zip, repeat(tuple(columns)), rows)))
        for name, column in columns.items():
            for row in (k for k, cell in enumerate(column) if cell is None):
                del documents[row][name]
        return documents


def _are_cells(cells: Any) -> bool:
    """Return whether an Arrow array has all values: numbers, text, or objects with equal keys."""
    kinds = {np.float64} if isinstance(cells, np.ndarray) else set(map(type, cells)) - {NoneType}
    if kinds == {dict} and None not in cells:
        keys = set(map(tuple, cells))
        return len(keys) == 1 and all(_are_cells([row[k] for row in cells]) for k in keys.pop())
    return len(kinds) < 2 and kinds <= {np.float64, float, int, bool, str}


def column(records: Sequence[Any], name: str) -> Any:
    """Return the values of a field of all records: a tuple, or an array with a row per record."""
    if isinstance(records, Records):
        return records.columns[name]
    return tuple(map(attrgetter(name), records))


def lengths(cells: Any) -> set[int]:
    """Return the different lengths of the lists in a column."""
    return {cells.shape[1]} if isinstance(cells, np.ndarray) else set(map(len, cells))


class InColumns:
    """The annotation of a sequence of at least one record; many are stored as columns."""

    takes_columns = True

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        kind = get_args(source)[0]
        plain: Any = Annotated[tuple[kind, ...], Strict(False), Field(min_length=1)]  # type: ignore[valid-type]

        def read(value: Any, usual: core_schema.ValidatorFunctionWrapHandler, info: Any) -> Any:
            if isinstance(value, Records) and value.kind is kind:
                return value
            if isinstance(value, (list, tuple, TableColumns)) and len(value) >= FEWEST:
                columns = _columns(kind, value, info.context)
                if columns is not None:
                    return Records(kind, columns)
            return usual(value.rows() if isinstance(value, TableColumns) else value)

        def dumped(value: Any, usual: core_schema.SerializerFunctionWrapHandler) -> Any:
            return value.as_document() if isinstance(value, Records) else usual(value)

        return core_schema.with_info_wrap_validator_function(
            read,
            handler.generate_schema(plain),
            serialization=core_schema.wrap_serializer_function_ser_schema(dumped),
        )


Table = Annotated[Sequence[R], InColumns()]


def _columns(
    kind: type[BaseModel], rows: Sequence[Any] | TableColumns, context: Any
) -> dict[str, Any] | None:
    """Return the columns of valid records; ``None`` for records that are to be read one by one."""
    model = _model_of_columns(kind)
    cells = None if model is None else _cells_of_columns(kind, rows)
    if model is None or cells is None:
        return None
    try:
        read = model.model_validate(cells, context=context)
    except ValidationError:
        return None
    return {name: _packed(getattr(read, name)) for name in cells}


def _cells_of_columns(
    kind: type[BaseModel], rows: Sequence[Any] | TableColumns
) -> dict[str, list[Any]] | None:
    """Return the unchecked values of each field; ``None`` if rows are no objects of its fields."""
    defaults = {
        name: None if field.is_required() else field.default
        for name, field in kind.model_fields.items()
    }
    if isinstance(rows, TableColumns):
        if not rows.cells.keys() <= defaults.keys():
            return None
        return {
            name: [default if cell is None else cell for cell in rows.cells[name]]
            if default is not None and name in rows.cells
            else rows.cells.get(name, [default] * len(rows))
            for name, default in defaults.items()
        }
    if set(map(type, rows)) == {kind}:
        rows = [row.__dict__ for row in rows]
    if set(map(type, rows)) != {dict}:
        return None
    cells = {name: [row.get(name, default) for row in rows] for name, default in defaults.items()}
    known = sum(sum(map(contains, rows, repeat(name))) for name in defaults)
    return cells if known == sum(map(len, rows)) else None


@cache
def _model_of_columns(kind: type[BaseModel]) -> type[BaseModel] | None:
    """Return the class with a list for each field; ``None`` if records are more than fields."""
    rules, fields = kind.__pydantic_decorators__, kind.model_fields
    if rules.model_validators or rules.field_validators:
        return None
    if any(field.alias or field.default_factory for field in fields.values()):
        return None
    required = (field for field in fields.values() if field.is_required())
    if any(NoneType in get_args(field.annotation) for field in required):
        return None  # null is allowed there, and a missing value is a fault
    lists: Any = {
        name: (list[Annotated[field.annotation, *field.metadata]], ...)  # type: ignore[name-defined]
        if field.metadata
        else (list[field.annotation], ...)  # type: ignore[name-defined]
        for name, field in fields.items()
    }
    return create_model(f"{kind.__name__}Columns", __base__=Part, **lists)


def _packed(cells: list[Any]) -> Any:
    """Return lists of equally many floating-point numbers as one array, and others as a tuple."""
    if set(map(type, cells)) != {tuple} or len(set(map(len, cells))) != 1:
        return tuple(cells)
    numbers = list(chain.from_iterable(cells))
    if set(map(type, numbers)) != {float}:
        return tuple(cells)
    array = np.fromiter(numbers, np.float64, len(numbers)).reshape(len(cells), -1)
    array.flags.writeable = False
    return array
