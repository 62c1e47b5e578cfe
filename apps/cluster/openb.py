"""Import of a `consolidation` instance from Alibaba's GPU trace of 2023 (openb).

A node has cores, memory and GPUs of one model; a pod requests whole GPUs, or a share of one GPU:
the resource ``gpu`` comes in devices.
"""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from ...core.faults import Fault, InputError
from ...core.files import read_text
from ...instances.consolidation import Consolidation, Item, Machine
from .kubernetes import Imported

RESOURCES = ("cpu_milli", "memory_mib", "gpu")
_NODE = ("sn", "cpu_milli", "memory_mib", "gpu", "model")
_POD = ("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli")
_WHOLE = 1000


def read_trace(nodes: Path, pods: Path, *, name: str = "openb") -> Imported:
    """Return the instance in the two CSV tables; an error lists all their faults."""
    faults: list[Fault] = []
    node_rows = list(_rows(nodes, _NODE, ("cpu_milli", "memory_mib", "gpu"), faults))
    pod_rows = list(_rows(pods, _POD, _POD[1:], faults))
    faults += _share_faults(pods, pod_rows)
    models: dict[str, list[str]] = {}
    for _, row in node_rows:
        models.setdefault(row["model"], []).append(row["sn"])
    faults += _model_faults(pods, pod_rows, set(models))
    if faults:
        raise InputError("openb trace", faults)
    instance = Consolidation(
        name=name,
        source=f"openb: {nodes.name}, {pods.name}; pods as requests, the trace has no placement",
        resources=RESOURCES,
        devices=("gpu",),
        machines=tuple(
            Machine(
                name=row["sn"],
                capacity=tuple(float(int(row[key])) for key in ("cpu_milli", "memory_mib", "gpu")),
            )
            for _, row in node_rows
        ),
        items=tuple(_items([row for _, row in pod_rows], models)),
    )
    warning = "the trace contains no placement, so all pods are requests at the same time"
    return Imported(instance, (warning,))


def _rows(
    file: Path, columns: tuple[str, ...], numbers: tuple[str, ...], faults: list[Fault]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the well-formed rows with their line numbers; add the faults of the others."""
    try:
        with StringIO(read_text(file, encoding="utf-8-sig"), newline="") as stream:
            reader = csv.DictReader(stream)
            missing = [column for column in columns if column not in (reader.fieldnames or ())]
            if missing:
                faults.append(Fault(file.name, f"has no column {', '.join(missing)}"))
                return
            count, seen = 0, set()
            for row in reader:
                count += 1
                found = list(_row_faults(file, reader.line_num, row, columns, numbers))
                if row[columns[0]] in seen:
                    place = f"{file.name} line {reader.line_num}: {columns[0]}"
                    found.append(Fault.of(place, "is already in the table", row[columns[0]]))
                seen.add(row[columns[0]])
                faults += found
                if not found:
                    yield reader.line_num, row
            if count == 0:
                faults.append(Fault(file.name, "has no rows"))
    except InputError as error:
        faults += [Fault(str(file), fault.rule, fault.value) for fault in error.faults]
    except csv.Error as error:
        faults.append(Fault(str(file), f"cannot be read: {error}"))


def _row_faults(
    file: Path,
    line: int,
    row: dict[str, str],
    columns: tuple[str, ...],
    numbers: tuple[str, ...],
) -> Iterator[Fault]:
    if any(row[column] is None for column in columns):
        yield Fault(f"{file.name} line {line}", "has too few fields; is the file cut off?")
        return
    if not row[columns[0]]:
        yield Fault(f"{file.name} line {line}: {columns[0]}", "must be a name")
    for number in numbers:
        if not (row[number].isascii() and row[number].isdigit()):
            yield Fault.of(f"{file.name} line {line}: {number}", "must be an integer", row[number])


def _share_faults(file: Path, rows: list[tuple[int, dict[str, str]]]) -> Iterator[Fault]:
    """Yield a fault for each pod that wants neither whole GPUs (1000 each) nor a share of one."""
    for line, row in rows:
        count, share = int(row["num_gpu"]), int(row["gpu_milli"])
        fine = share == 0 if count == 0 else share == _WHOLE or (count == 1 and 0 < share < _WHOLE)
        if not fine:
            rule = f"must be {_WHOLE} for whole GPUs, less for a share of a GPU, 0 without GPUs"
            yield Fault.of(f"{file.name} line {line}: gpu_milli", rule, f"{share} of {count}")


def _model_faults(
    file: Path, rows: list[tuple[int, dict[str, str]]], models: set[str]
) -> Iterator[Fault]:
    """Yield a fault for each GPU model that a pod names but no node has."""
    for line, row in rows:
        for model in _models(row):
            if model not in models:
                place = f"{file.name} line {line}: gpu_spec"
                yield Fault.of(place, "names a model that no node has", model)


def _models(row: dict[str, str]) -> list[str]:
    return [model for model in (row.get("gpu_spec") or "").split("|") if model]


def _items(rows: list[dict[str, str]], models: dict[str, list[str]]) -> Iterator[Item]:
    allowed: dict[str, tuple[str, ...]] = {}
    for row in rows:
        count, share = int(row["num_gpu"]), int(row["gpu_milli"])
        gpus = float(count) if share == _WHOLE else share / _WHOLE
        demand = (float(row["cpu_milli"]), float(row["memory_mib"]), gpus)
        spec = row.get("gpu_spec") or ""
        if spec not in allowed:
            allowed[spec] = tuple(sn for model in _models(row) for sn in models[model])
        yield Item(
            name=row["name"],
            demand=demand,
            allowed_machines=allowed[spec] if spec else None,
        )
