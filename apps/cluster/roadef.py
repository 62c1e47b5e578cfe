"""Import of a `consolidation` instance from Google's machine reassignment (ROADEF 2012).

Processes of a service must be on different machines (conflict), in several locations (spread), and
near the processes of services that they need (dependency): these become rules.  The challenge's
objective of loads, balance and moves is replaced: the instance minimises machines.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ...core.faults import Fault, InputError
from ...core.files import read_text
from ...core.memory import check_size
from ...instances.consolidation import Consolidation, Item, Machine, PlacementRule
from .kubernetes import Imported


class Service(NamedTuple):
    """The minimum number of locations of a service, and the services that it depends on."""

    locations: int
    needs: tuple[int, ...]


class ReassignmentModel(NamedTuple):
    """The feasibility part of a model file; costs of loads are left out."""

    transient: tuple[bool, ...]
    machines: tuple[tuple[int, int, tuple[int, ...]], ...]  # neighbourhood, location, capacities
    services: tuple[Service, ...]
    processes: tuple[tuple[int, tuple[int, ...], int], ...]  # service, requirements, cost of a move


def read_model(path: Path) -> ReassignmentModel:
    """Return the model in a file, which is a sequence of integers."""
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
    faults = list(_model_faults(model))
    if faults:
        raise InputError(str(path), faults)
    return model


class _Numbers:
    """A sequence of integers that is read from its beginning."""

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


def _model_faults(model: ReassignmentModel) -> Iterator[Fault]:
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
    yield "the challenge's objective (loads, balance, moves) is not that of the instance"
    transient = [r for r, each in enumerate(model.transient) if each]
    if transient:
        yield (
            f"resources {', '.join(f'r{r}' for r in transient)} are transient: a process that "
            "moves needs them on its old machine as well, which is not modelled"
        )
    if any(service.locations > 2 for service in model.services):
        yield (
            "a spread over more than two locations is modelled by a cap per location, "
            "which is sufficient but stricter"
        )
