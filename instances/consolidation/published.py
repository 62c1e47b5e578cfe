"""Imports of `consolidation` instances from published data: openb, ROADEF 2012, Vectorpack.

- In Alibaba's GPU trace of 2023 (openb) a node has cores, memory and GPUs of one model; a pod
  requests whole GPUs, or a share of one GPU: the resource ``gpu`` comes in devices.
- In Google's machine reassignment (ROADEF 2012) processes of a service must be on different
  machines (conflict), in several locations (spread), and near the processes of services that they
  need (dependency): these become rules.  The challenge's objective of loads, balance and moves is
  replaced: the instance minimises machines.
- A vector packing file of Vectorpack (``.vbp``) has the number of resources, a bin's capacity in
  each, the number of rows, and then a row per kind of item: its size in each resource and the
  number of such items.
"""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...core.faults import Fault, InputError
from ...core.files import read_text
from ...core.memory import check_size
from .generate import machines_enough
from .instance import Consolidation
from .parts import Item, Machine, PlacementRule


class Imported(NamedTuple):
    """The result of an import: the instance, and notes on what it does not model."""

    instance: Consolidation
    warnings: tuple[str, ...]


RESOURCES = ("cpu_milli", "memory_mib", "gpu")
_NODE = ("sn", "cpu_milli", "memory_mib", "gpu", "model")
_POD = ("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli")
_WHOLE = 1000


def read_trace(nodes: Path, pods: Path, *, name: str = "openb") -> Imported:
    """Return the instance in two CSV tables of the openb trace; an error lists all faults."""
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
        source=f"openb: {nodes.name}, {pods.name}; all pods are requests; no placement is known",
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
    warning = "the trace contains no placement, so all pods are placed at the same time"
    return Imported(instance, (warning,))


def _rows(
    file: Path, columns: tuple[str, ...], numbers: tuple[str, ...], faults: list[Fault]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the well-formed rows with their line numbers; add the faults of all other rows."""
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
    """Yield a fault for each pod that does not request no GPU, whole GPUs or a part of one GPU."""
    for line, row in rows:
        count, share = int(row["num_gpu"]), int(row["gpu_milli"])
        fine = share == 0 if count == 0 else share == _WHOLE or (count == 1 and 0 < share < _WHOLE)
        if not fine:
            rule = f"must be {_WHOLE} for whole GPUs, less for a share of one GPU, and 0 for no GPU"
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


class Service(NamedTuple):
    """The minimum number of locations of a service, and the services that it depends on."""

    locations: int
    needs: tuple[int, ...]


class ReassignmentModel(NamedTuple):
    """The constraints and move costs of a ROADEF model file; costs of loads are not read."""

    transient: tuple[bool, ...]
    machines: tuple[tuple[int, int, tuple[int, ...]], ...]  # neighbourhood, location, capacities
    services: tuple[Service, ...]
    processes: tuple[tuple[int, tuple[int, ...], int], ...]  # service, requirements, cost of a move


def read_model(path: Path) -> ReassignmentModel:
    """Return the ROADEF model in a file, which is a sequence of integers."""
    numbers = _numbers(path)

    def take(count: int) -> tuple[int, ...]:
        if count > len(numbers):
            raise InputError(str(path), [Fault("(file)", "ends too early, or is not a model")])
        return tuple(next(numbers) for _ in range(count))

    (resources,) = take(1)
    transient = tuple(bool(take(2)[0]) for _ in range(resources))
    (count,) = take(1)
    machines = []
    for _ in range(count):
        neighbourhood, location = take(2)
        capacities = take(resources)
        take(resources + count)  # safety capacities, and costs of moves between machines
        machines.append((neighbourhood, location, capacities))
    services = []
    for _ in range(take(1)[0]):
        locations, needs = take(2)
        services.append(Service(locations, take(needs)))
    processes = []
    for _ in range(take(1)[0]):
        (service,) = take(1)
        requirements = take(resources)
        processes.append((service, requirements, take(1)[0]))
    model = ReassignmentModel(transient, tuple(machines), tuple(services), tuple(processes))
    faults = list(_reassignment_faults(model))
    if faults:
        raise InputError(str(path), faults)
    return model


class _Numbers:
    """A sequence of integers that is consumed from its beginning; its length is the rest."""

    def __init__(self, values: list[int]) -> None:
        self.values, self.at = values, 0

    def __len__(self) -> int:
        return len(self.values) - self.at

    def __next__(self) -> int:
        self.at += 1
        return self.values[self.at - 1]


def _numbers(path: Path) -> _Numbers:
    words = read_text(path).split()
    for k, word in enumerate(words):
        if not (word.isascii() and word.isdigit() and len(word) < 16):
            raise InputError(str(path), [Fault.of(f"word {k + 1}", "must be an integer", word)])
    return _Numbers([int(word) for word in words])


def _reassignment_faults(model: ReassignmentModel) -> Iterator[Fault]:
    for s, service in enumerate(model.services):
        for needed in service.needs:
            if needed >= len(model.services):
                yield Fault.of(f"service {s}", "needs a service that does not exist", needed)
    for p, (service_of, _, _) in enumerate(model.processes):
        if service_of >= len(model.services):
            yield Fault.of(f"process {p}", "belongs to a service that does not exist", service_of)


def read_roadef(model_file: Path, assignment: Path, *, name: str = "roadef") -> Imported:
    """Return the instance of a model file and the file of the present assignment."""
    model = read_model(model_file)
    numbers = _numbers(assignment)
    homes = numbers.values
    faults = []
    if len(homes) != len(model.processes):
        rule = f"must have {len(model.processes)} machines, one per process"
        faults.append(Fault.of("(file)", rule, len(homes)))
    for p, home in enumerate(homes):
        if home >= len(model.machines):
            faults.append(Fault.of(f"process {p}", "is on a machine that does not exist", home))
    if faults:
        raise InputError(str(assignment), faults)
    rules = [PlacementRule.model_validate(rule) for rule in _rules(model)]
    notes = tuple(_notes(model))
    instance = Consolidation(
        name=name,
        source=f"ROADEF/EURO challenge 2012: {model_file.name}, {assignment.name}",
        resources=tuple(f"r{r}" for r in range(len(model.transient))),
        machines=tuple(
            Machine(
                name=f"m{j}",
                capacity=tuple(map(float, capacities)),
                labels={"neighbourhood": str(neighbourhood), "location": str(location)},
            )
            for j, (neighbourhood, location, capacities) in enumerate(model.machines)
        ),
        items=tuple(
            Item(
                name=f"p{p}",
                demand=tuple(map(float, requirements)),
                machine=f"m{home}",
                migration_cost=float(cost),
            )
            for p, ((_, requirements, cost), home) in enumerate(
                zip(model.processes, homes, strict=True)
            )
        ),
        empty_machines="any",
        rules=tuple(rules) or None,
        notes=notes or None,
    )
    return Imported(instance, notes)


def _rules(model: ReassignmentModel) -> Iterator[dict[str, Any]]:
    of: dict[int, list[str]] = {}
    for p, (number, _, _) in enumerate(model.processes):
        of.setdefault(number, []).append(f"p{p}")
    named = ((s, needed) for s, service in enumerate(model.services) for needed in service.needs)
    check_size(numbers=sum(len(of.get(s, ())) + len(of.get(needed, ())) for s, needed in named))
    for s, service in enumerate(model.services):
        items = of.get(s, [])
        if len(items) > 1:
            source = f"service {s}: conflict"
            yield {"kind": "apart", "items": items, "at_most": 1, "from": source}
        if service.locations > 1 and len(items) > 1:
            most = max(1, (len(items) - 1) // (service.locations - 1))
            yield {
                "kind": "apart",
                "items": items,
                "level": "location",
                "at_most": most,
                "from": f"service {s}: spread over {service.locations} locations",
            }
        for needed in service.needs:
            if items and of.get(needed):
                yield {
                    "kind": "with",
                    "items": items,
                    "others": of[needed],
                    "level": "neighbourhood",
                    "from": f"service {s}: dependency on {needed}",
                }


def _notes(model: ReassignmentModel) -> Iterator[str]:
    yield "the challenge's objective (loads, balance, moves) is replaced by the machines in use"
    transient = [r for r, each in enumerate(model.transient) if each]
    if transient:
        yield (
            f"resources {', '.join(f'r{r}' for r in transient)} are transient: a process that "
            "moves needs them on its old machine as well, which is not modelled"
        )
    if any(service.locations > 2 for service in model.services):
        yield (
            "a spread over more than two locations is modelled by a cap per location, "
            "which is stricter than the challenge's rule"
        )


MOST_ITEMS = 100_000

_Line = tuple[int, list[str]]  # its number in the file, and its words


def read_packing(path: Path, *, name: str = "vbp") -> Imported:
    """Return the instance in a vector packing file: no item runs, and all machines are equal.

    There are 1.5 times as many machines as first fit decreasing needs.
    """
    lines = [
        (number, text.split())
        for number, text in enumerate(read_text(path).splitlines(), start=1)
        if text.strip()
    ]
    faults = list(_head_faults(path, lines))
    if faults:
        raise InputError("vector packing", faults)
    capacity = [float(word) for word in lines[1][1]]
    faults = list(_kind_faults(path, lines[2], lines[3:], capacity))
    if faults:
        raise InputError("vector packing", faults)
    rows = [[float(word) for word in words] for _, words in lines[3:]]
    items = sum(int(row[-1]) for row in rows)
    if items > MOST_ITEMS:
        rule = f"has more than {MOST_ITEMS:,} items"
        raise InputError("vector packing", [Fault.of(path.name, rule, items)])
    sizes = [row[:-1] for row in rows for _ in range(int(row[-1]))]
    count = machines_enough(np.array(capacity), np.array(sizes))
    instance = Consolidation(
        name=name,
        source=f"vector packing: {path.name}",
        resources=tuple(f"r{r + 1}" for r in range(len(capacity))),
        machines=tuple(Machine(name=f"m{j + 1}", capacity=tuple(capacity)) for j in range(count)),
        items=tuple(Item(name=f"i{i + 1}", demand=tuple(row)) for i, row in enumerate(sizes)),
    )
    return Imported(instance, ())


def _head_faults(path: Path, lines: Sequence[_Line]) -> Iterator[Fault]:
    """Yield faults in the first three lines: number of resources, capacities, number of rows."""
    if len(lines) < 4:
        yield Fault(path.name, "ends too early, or is not a file of vector packing")
        return
    for number, words in (lines[0], lines[2]):
        place = f"{path.name} line {number}"
        if len(words) != 1 or not _counts(words[0]):
            yield Fault.of(place, "must be an integer of at least 1", " ".join(words))
    number, words = lines[1]
    place = f"{path.name} line {number}"
    wrong = [word for word in words if not (_is_number(word) and float(word) >= 0)]
    if wrong:
        yield Fault.of(place, "capacities must be numbers of at least 0", wrong[0])
    if len(lines[0][1]) == 1 and _counts(lines[0][1][0]) and int(lines[0][1][0]) != len(words):
        yield Fault.of(place, f"must have {lines[0][1][0]} capacities", len(words))


def _kind_faults(
    path: Path, count: _Line, rows: Sequence[_Line], capacity: list[float]
) -> Iterator[Fault]:
    """Yield faults in the items' rows: wrong number, bad sizes, items larger than a machine."""
    announced = int(count[1][0])
    if announced != len(rows):
        rule = f"announces {announced} rows, but the file has {len(rows)}"
        cut = "; is it cut off?" if len(rows) < announced else ""
        yield Fault(f"{path.name} line {count[0]}", rule + cut)
    for number, words in rows:
        place = f"{path.name} line {number}"
        if len(words) != len(capacity) + 1:
            rule = f"must have {len(capacity)} sizes and the number of items"
            yield Fault.of(place, rule, f"{len(words)} numbers")
            continue
        for r, (word, room) in enumerate(zip(words, capacity, strict=False), start=1):
            if not _is_number(word):
                yield Fault.of(f"{place}: size {r}", "must be a number", word)
            elif float(word) < 0:
                yield Fault.of(f"{place}: size {r}", "must not be negative", word)
            elif float(word) > room:
                yield Fault.of(f"{place}: size {r}", f"does not fit in a bin of {room:g}", word)
        if not _counts(words[-1]):
            rule = "must be an integer of at least 1"
            yield Fault.of(f"{place}: number of items", rule, words[-1])


def _is_number(word: str) -> bool:
    try:
        return isfinite(float(word)) and "_" not in word
    except ValueError:
        return False


def _counts(word: str) -> bool:
    return word.isascii() and word.isdigit() and 1 <= int(word) <= MOST_ITEMS
