"""Pandas tables as instance data: arrays aligned by their names, or lists of records.

pyarrow and pandas are imported here for Parquet files only; a caller that passes tables has
imported pandas.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from types import NoneType
from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from .arrays import is_frame
from .decimals import LARGEST
from .faults import Fault, field_place
from .installed import is_installed
from .plain import plain_data
from .sidecars import ArrayError, sidecar_path

Axes: TypeAlias = Mapping[str, tuple[str, ...]]  # of each array, what its axes count
Names: TypeAlias = tuple[str, ...] | None


def names_field(axis: str) -> str:
    """Return the name of the field that holds the names along an axis."""
    return f"{axis}_names"


def without_frames(
    model: type[BaseModel], data: Any, axes: Axes, folder: Path | None = None
) -> tuple[Any, list[Fault]]:
    """Return an instance's data with tables replaced by arrays or records, and the faults.

    A table may also be a Parquet file beside the instance file, ``{"parquet": "items.parquet"}``.
    """
    if not isinstance(data, dict):
        return data, []
    faults = list[Fault]()
    for key, value in data.items():
        if isinstance(value, dict) and set(value) == {"parquet"} and key in model.model_fields:
            try:
                field = model.model_fields[key]
                as_records = key not in axes and _has_records(field.annotation)
                cells = _parquet(value["parquet"], folder, as_records)
                in_columns = any(hasattr(each, "takes_columns") for each in field.metadata)
                if isinstance(cells, TableColumns) and not in_columns:
                    cells = cells.rows()
                data = {**data, key: cells}
            except ArrayError as error:
                place = f"{key}.parquet"
                faults += [
                    Fault.of(field_place((place, *cell)), rule, found)
                    for cell, rule, found in error.faults
                ]
        if is_frame(data[key]):
            faults += _inexact(key, data[key])
    if faults or not any(map(is_frame, data.values())):
        return data, faults
    plain = dict(data)
    names = _Alignment({})
    for axis in {axis for some in axes.values() for axis in some}:
        stated = plain.get(names_field(axis))
        if isinstance(stated, (list, tuple)):
            names.known[axis] = (names_field(axis), tuple(stated))
    ordered = [key for key in axes if key in data] + [key for key in data if key not in axes]
    for key in ordered:
        if not is_frame(data[key]):
            continue
        info = model.model_fields.get(key)
        if key in axes:
            plain[key] = names.aligned(key, data[key], axes[key])
        elif info is not None and _has_records(info.annotation):
            plain[key] = _records(data[key])
        else:
            plain[key] = data[key].to_numpy()
    for axis, (_, known) in names.known.items():
        if names_field(axis) in model.model_fields:
            plain[names_field(axis)] = list(known)
    return plain, names.faults


@dataclass(frozen=True)
class TableColumns:
    """The columns of a table of records, as read from a Parquet file."""

    cells: dict[str, list[Any]]

    def __len__(self) -> int:
        return len(next(iter(self.cells.values()), ()))

    def rows(self) -> list[dict[str, Any]]:
        """Return each row as a record without the missing values."""
        rows = zip(*self.cells.values(), strict=True)
        pairs = (zip(self.cells, row, strict=True) for row in rows)
        return [{key: cell for key, cell in row if cell is not None} for row in pairs]


def _parquet(name: Any, folder: Path | None, as_records: bool) -> Any:
    """Return the table in a Parquet file of a folder, as columns of records if it can be that."""
    if not isinstance(name, str):
        raise ArrayError([((), "must be the name of a file", name)])
    path = sidecar_path(folder, name, ())
    if not is_installed("pyarrow"):
        raise ArrayError([((), "needs the package pyarrow: pip install 'optgap[parquet]'", name)])
    import pandas as pd
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow.parquet import ParquetFile

    try:
        if path.exists() and not path.is_file():
            raise ArrayError([((), "must be a regular file", name)])
        with path.open("rb") as stream:  # pyarrow would take a name such as s3:/x as an address
            table = ParquetFile(stream).read()
    except FileNotFoundError:
        raise ArrayError([((), "there is no such file beside the instance", name)]) from None
    except (OSError, ValueError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ArrayError([((), f"cannot be read as Parquet: {reason}", name)]) from None
    if twice := [key for key, count in Counter(table.column_names).items() if count > 1]:
        raise ArrayError([((), "names a column more than once", twice[0])])
    for key, column in zip(table.column_names, table.columns, strict=True):
        if pa.types.is_floating(column.type) and pc.any(pc.is_nan(column)).as_py():
            row = pc.is_nan(column).to_pylist().index(True)
            raise ArrayError([((key, row), "is NaN; leave the cell empty instead", "nan")])
        if pa.types.is_integer(column.type):
            ends = pc.min_max(column).as_py()
            as_records &= (ends["min"] or 0) >= -LARGEST and (ends["max"] or 0) <= LARGEST
    stored = (table.schema.pandas_metadata or {}).get("index_columns", ())
    if as_records and not any(isinstance(column, str) for column in stored):
        columns = zip(table.column_names, table.columns, strict=True)
        return TableColumns({key: _cells(column.combine_chunks()) for key, column in columns})
    frame = table.to_pandas()
    for key, column in zip(table.column_names, table.columns, strict=True):
        if pa.types.is_integer(column.type) and column.null_count and key in frame.columns:
            frame[key] = pd.array(column.to_pylist(), dtype="Int64")  # pandas makes it floats
    return frame


def _cells(array: Any) -> list[Any]:
    """Return the cells of an Arrow array; objects and lists of equal lengths are made at once."""
    import pyarrow as pa

    kind = array.type
    if pa.types.is_struct(kind) and not array.null_count:
        names = tuple(kind.field(k).name for k in range(kind.num_fields))
        rows = zip(*map(_cells, array.flatten()), strict=True)
        return list(map(dict, map(zip, repeat(names), rows)))
    if pa.types.is_list(kind) and not array.null_count:
        parts = array.value_lengths().unique().to_pylist()
        if len(parts) == 1 and parts[0]:
            flat = iter(_cells(array.flatten()))
            return list(map(list, zip(*[flat] * parts[0], strict=True)))
    return list(array.to_pylist())


def _inexact(key: str, frame: Any) -> Iterator[Fault]:
    """Yield a fault for each column with an integer that no floating-point number equals."""
    for name, column in frame.items() if hasattr(frame, "columns") else [(None, frame)]:
        if getattr(column.dtype, "kind", "O") not in "iu":
            continue
        for row, cell in enumerate(column.tolist()):
            if type(cell) is int and int(float(cell)) != cell:
                place = (key, row) if name is None else (key, row, str(name))
                yield Fault.of(field_place(place), "is an integer with too many digits", cell)
                break


@dataclass
class _Alignment:
    """For each axis, its names and the first field that has them; faults of other fields' names."""

    known: dict[str, tuple[str, tuple[str, ...]]]
    faults: list[Fault] = field(default_factory=list)

    def aligned(self, key: str, frame: Any, axes: tuple[str, ...]) -> Any:
        """Return the array of a table, with each axis in the order of the axis's known names."""
        if getattr(frame.index, "nlevels", 1) > 1 and frame.index.has_duplicates:
            twice = frame.index[frame.index.duplicated()][0]
            self.faults.append(Fault.of(key, "has more than one row with these names", twice))
        cells, names = _cells_and_names(frame)
        if cells.ndim == len(axes) + 1 and cells.shape[-1] == 1:
            cells, names = cells[..., 0], names[:-1]  # a table of one column
        if cells.ndim != len(axes):
            return cells  # which the rule of the field refuses
        for place, (axis, mine) in enumerate(zip(axes, names, strict=True)):
            if mine is None:
                continue
            origin, wanted = self.known.setdefault(axis, (key, mine))
            wrong = list(_misfits(key, axis, mine, origin, wanted))
            self.faults += wrong
            if not wrong and mine != wanted:
                cells = np.take(cells, [mine.index(name) for name in wanted], axis=place)
        return cells


def _misfits(
    key: str, axis: str, mine: tuple[str, ...], origin: str, wanted: tuple[str, ...]
) -> Iterator[Fault]:
    twice = sorted({name for name in mine if mine.count(name) > 1})
    if twice:
        yield Fault.of(key, f"names this {axis} more than once", twice[0])
        return
    for name in sorted(set(wanted) - set(mine)):
        yield Fault.of(key, f"has no {axis} of this name, but {origin} has one", name)
    for name in sorted(set(mine) - set(wanted)):
        yield Fault.of(key, f"has a {axis} whose name {origin} does not have", name)


def _cells_and_names(frame: Any) -> tuple[NDArray[Any], list[Names]]:
    """Return a table's cells, with one axis per level of its index, and the names on each axis."""
    cells = _numbers(frame.to_numpy(na_value=np.nan))
    columns = [_names(frame.columns)] if cells.ndim == 2 else []
    levels = getattr(frame.index, "nlevels", 1)
    if levels == 1:
        return cells, [_names(frame.index), *columns]
    labels = [frame.index.get_level_values(k).tolist() for k in range(levels)]
    orders = [{label: k for k, label in enumerate(dict.fromkeys(level))} for level in labels]
    pairs = zip(orders, labels, strict=True)
    places = tuple([order[label] for label in level] for order, level in pairs)
    whole = np.full([*map(len, orders), *cells.shape[1:]], np.nan)
    whole[places] = cells
    if len(cells) == np.prod([*map(len, orders)]):
        whole = whole.astype(cells.dtype)
    return whole, [*(tuple(map(str, order)) for order in orders), *columns]


def _numbers(cells: NDArray[Any]) -> NDArray[Any]:
    if cells.dtype.kind != "O":
        return cells
    kinds = set(map(type, cells.ravel().tolist()))
    if bool in kinds or not all(
        issubclass(kind, (int, float, np.number, NoneType)) for kind in kinds
    ):
        return cells  # text is no number, also if it is written like one
    is_whole = all(issubclass(kind, (int, np.integer)) for kind in kinds)
    return cells.astype(np.int64 if is_whole else np.float64)


def _names(index: Any) -> Names:
    """Return the names in an index; ``None`` if it has only pandas' default numbers."""
    return None if type(index).__name__ == "RangeIndex" else tuple(map(str, index))


def _has_records(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return True
    return any(_has_records(part) for part in get_args(annotation))


def _records(frame: Any) -> list[dict[str, Any]]:
    """Return the rows of a table as records without missing values.

    The index becomes the key ``name`` unless a column has this name.
    """
    names = _names(frame.index)
    if names is not None and "name" not in frame.columns:
        frame = frame.assign(name=list(names))
    return [
        {str(key): plain_data(cell) for key, cell in row.items() if not _is_missing(cell)}
        for row in frame.to_dict("records")
    ]


def _is_missing(cell: Any) -> bool:
    return cell is None or (np.isscalar(cell) and cell != cell) or type(cell).__name__ == "NAType"
