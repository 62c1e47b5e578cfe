"""Prices of machine types and offers of new machines, from CSV files."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from ....core.faults import Fault, InputError
from ....core.reading import read_text
from .names import VALUE_RULE, is_value
from .quantities import as_scheduled, quantity
from .records import KubernetesNode, Metadata, NodeStatus

ZONE = "topology.kubernetes.io/zone"
TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")
_MOST = 10_000


class OfferedType(NamedTuple):
    """A row of an offers file: a node that does not exist yet."""

    name: str
    node: KubernetesNode
    price: float
    at_most: int


def read_prices(path: Path) -> dict[str, float]:
    """Return the price of each type in a file with the columns type and price."""
    faults: list[Fault] = []
    prices: dict[str, float] = {}
    for place, row in _rows(path, ("type", "price"), faults):
        price = _number(place, row, "price", faults)
        if row["type"] in prices:
            faults.append(Fault.of(f"{place}: type", "stands in the file already", row["type"]))
        if price is not None:
            prices[row["type"]] = price
    if faults:
        raise InputError(str(path), faults)
    return prices


def read_offers(path: Path) -> list[OfferedType]:
    """Return the offers in a file with the columns type, price, cpu, memory and pods.

    Further columns: ``at_most``, ``zone``, ``name`` (needed where a type stands twice), other
    resources by their names, and labels as ``label:key``.
    """
    faults: list[Fault] = []
    offers: list[OfferedType] = []
    for place, row in _rows(path, ("type", "price", "cpu", "memory", "pods"), faults):
        price = _number(place, row, "price", faults)
        labels = {TYPES[0]: row["type"]}
        if row.get("zone"):
            labels[ZONE] = row["zone"]
        has: dict[str, str] = {}
        for key, value in row.items():
            if key.startswith("label:") and value:
                labels[key.removeprefix("label:")] = value
            elif key not in ("type", "price", "zone", "name", "at_most") and value:
                try:
                    quantity(value)
                    has[key] = value
                except ValueError as error:
                    faults.append(Fault.of(f"{place}: {key}", str(error), value))
        at_most = row.get("at_most") or "1"
        if not (at_most.isascii() and at_most.isdigit() and 1 <= int(at_most) <= _MOST):
            rule = f"must be a whole number from 1 to {_MOST}"
            faults.append(Fault.of(f"{place}: at_most", rule, at_most))
            continue
        name = row.get("name") or row["type"]
        bad = [key for key in ("type", "name") if row.get(key) and not is_value(row[key])]
        if bad or not row["type"]:
            faults += [Fault.of(f"{place}: {key}", VALUE_RULE, row[key]) for key in bad or ["type"]]
            continue
        if price is None or any(key not in has for key in ("cpu", "memory", "pods")):
            faults.append(Fault(place, "must have a price, cpu, memory and pods"))
            continue
        labels["kubernetes.io/hostname"] = name
        metadata = Metadata.model_construct(name=name, labels=labels)  # a type is no node's name
        status = NodeStatus.model_validate({"allocatable": has})
        node = KubernetesNode(metadata=metadata, status=status)
        offers.append(OfferedType(name, node, price, int(at_most)))
    if faults:
        raise InputError(str(path), faults)
    return offers


def _rows(
    path: Path, needed: tuple[str, ...], faults: list[Fault]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a file with their places."""
    reader = csv.DictReader(read_text(path, encoding="utf-8-sig").splitlines())
    missing = [key for key in needed if key not in (reader.fieldnames or ())]
    if missing:
        faults.append(Fault.of("line 1", f"must name the columns {', '.join(needed)}", missing))
        return
    for row in reader:
        place = f"line {reader.line_num}"
        if None in row or None in row.values():
            faults.append(Fault(place, "has more or fewer fields than the first line"))
            continue
        yield place, {str(key): str(value).strip() for key, value in row.items()}


def _number(place: str, row: dict[str, str], key: str, faults: list[Fault]) -> float | None:
    try:
        value = float(row[key])
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e9:
        faults.append(Fault.of(f"{place}: {key}", "must be a number from 0 to 1e9", row[key]))
        return None
    return value


def type_of(node: KubernetesNode) -> str | None:
    """Return the type of a node."""
    labels = node.metadata.labels
    return next((labels[key] for key in TYPES if key in labels), None)


def offered_amount(node: KubernetesNode, resource: str) -> Fraction:
    """Return what a node offers of a resource, as the scheduler counts it."""
    return as_scheduled(resource, node.status.allocatable.get(resource, Fraction(0)))
