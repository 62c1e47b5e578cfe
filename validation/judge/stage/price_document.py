"""The certificate of kind ``prices``: its form, and every fault of it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ....core.arrays import FloatArray, IntArray
from ....instances.stage import Stage
from ..verdict import index_faults

PriceRow: TypeAlias = tuple[int, float | None]  # a resource, and the unit it is counted in
_KEYS = {"kind", "group", "rows", "none_up_to", "steps"}


@dataclass(frozen=True, eq=False)
class FrontPrices:
    """FrontPrices of rows for groups of machines, one table for each threshold.

    ``none_up_to`` is the latency that no plan has; minus infinity if the certificate names none.
    The thresholds rise, and the last one may be infinite.
    """

    group: IntArray
    rows: tuple[PriceRow, ...]
    none_up_to: float
    none_price: FloatArray
    thresholds: FloatArray
    price: FloatArray  # thresholds x groups x rows


def read_prices(instance: Stage, certificate: Any) -> FrontPrices | list[str]:
    """Return the prices of a certificate, or all its faults."""
    if not isinstance(certificate, dict) or set(certificate) != _KEYS:
        return [f"must have the keys {', '.join(sorted(_KEYS))}"]
    faults = [*_row_faults(instance, certificate["rows"])]
    steps, none = certificate["steps"], certificate["none_up_to"]
    if not isinstance(steps, list):
        faults.append("its steps must be a list")
    tables = [("none_up_to", none)] if none is not None else []
    tables += [(f"steps[{s}]", step) for s, step in enumerate(steps or [])] if not faults else []
    if faults:
        return faults
    rows, groups = len(certificate["rows"]), _group_count(tables)
    for place, table in tables:
        faults += _table_faults(place, table, groups, rows)
    if groups == 0:
        faults.append("it states no prices")
    found = index_faults(certificate["group"], "group", instance.machines, groups)
    faults += [f"{fault.where}: {fault.message}" for fault in found]
    if not faults:
        faults += _order_faults(none, steps)
    if faults:
        return faults
    return FrontPrices(
        group=np.array(certificate["group"], dtype=np.int64),
        rows=tuple((resource, unit) for resource, unit in certificate["rows"]),
        none_up_to=-math.inf if none is None else _latency(none),
        none_price=np.zeros((groups, rows)) if none is None else _price(none, groups, rows),
        thresholds=np.array([_latency(step) for step in steps], dtype=np.float64),
        price=np.array([_price(step, groups, rows) for step in steps]).reshape(-1, groups, rows),
    )


def _latency(table: dict[str, Any]) -> float:
    return math.inf if table["latency"] is None else float(table["latency"])


def _price(table: dict[str, Any], groups: int, rows: int) -> FloatArray:
    return np.array(table["price"], dtype=np.float64).reshape(groups, rows)


def _row_faults(instance: Stage, rows: Any) -> Iterator[str]:
    """Every row is a resource that is counted whole or in units above 0."""
    if not isinstance(rows, list):
        yield "its rows must be a list"
        return
    resources = instance.available.shape[1] + (instance.max_per_machine is not None)
    for r, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 2:
            yield f"rows[{r}]: must be a resource and a unit or null"
        elif type(row[0]) is not int or not 0 <= row[0] < resources:
            yield f"rows[{r}]: must name a resource from 0 to {resources - 1}, is {row[0]!r}"
        elif row[1] is not None and not (_is_number(row[1]) and row[1] > 0):
            yield f"rows[{r}]: its unit must be a finite number > 0 or null, is {row[1]!r}"


def _group_count(tables: list[tuple[str, Any]]) -> int:
    """Return for how many groups the first table has prices."""
    for _, table in tables:
        price = table.get("price") if isinstance(table, dict) else None
        return len(price) if isinstance(price, list) else 0
    return 0


def _table_faults(place: str, table: Any, groups: int, rows: int) -> Iterator[str]:
    """A table has a latency, and a price that is finite and >= 0 for every group and row."""
    if not isinstance(table, dict) or set(table) != {"latency", "price"}:
        yield f"{place}: must have a latency and a price"
        return
    if table["latency"] is not None and not _is_number(table["latency"]):
        yield f"{place}.latency: must be a finite number or null, is {table['latency']!r}"
    price = table["price"]
    if not isinstance(price, list) or len(price) != groups:
        yield f"{place}.price: must have {groups} entries, one per group"
        return
    for g, entries in enumerate(price):
        if not isinstance(entries, list) or len(entries) != rows:
            yield f"{place}.price[{g}]: must have {rows} entries, one per row"
            continue
        for r, entry in enumerate(entries):
            if not (_is_number(entry) and entry >= 0):
                yield f"{place}.price[{g}][{r}]: must be a finite number >= 0, is {entry!r}"


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _order_faults(none: Any, steps: list[Any]) -> Iterator[str]:
    """Thresholds rise, and only the last one may be null."""
    tables = ([none] if none is not None else []) + steps
    latencies = [_latency(table) for table in tables]
    if none is not None and none["latency"] is None:
        yield "none_up_to.latency: must be a finite number"
    for before, after in itertools.pairwise(latencies):
        if not before < after:
            yield f"thresholds must rise, {after!r} comes after {before!r}"
