"""resource_plan: one resource configuration for each instance of a placed stage.

Lyu et al., "Fine-Grained Modeling and Optimization for Intelligent Resource Management in Big
Data Processing", PVLDB 15(11), 2022, section 5.3, Eq. 4.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np
from pydantic import Field, PlainValidator, ValidationInfo, WithJsonSchema

from ..core.arrays import ArrayRule, FloatArray, IntArray, fault_error
from ..core.faults import Fault, check_range, faults_of_names, repeated_names
from ..core.frames import Axes
from ..core.memory import check_size
from ..core.schema import Instance, Many, Name, Part, Rule
from ..core.sidecars import Place

Aggregate: TypeAlias = Literal["max", "sum"]


class Objective(Part):
    """One objective of the stage: the maximum, or the sum, of the instances' values."""

    name: Name
    aggregate: Aggregate


class OptionTable:
    """The options of all instances, one objective vector per row.

    The options of instance i are the rows ``start[i]`` to ``start[i + 1] - 1`` of ``values``. If
    all instances have equally many options, ``cube`` is instances x options x objectives.
    """

    def __init__(self, values: FloatArray, start: IntArray, cube: FloatArray | None = None) -> None:
        self.values = values
        self.start = start
        self.cube = cube
        values.flags.writeable = False
        start.flags.writeable = False

    @classmethod
    def of_cube(cls, cube: FloatArray) -> OptionTable:
        """Return the table of values in an array: instances x options x objectives."""
        instances, options, objectives = cube.shape
        start = np.arange(instances + 1, dtype=np.int64) * options
        return cls(cube.reshape(-1, objectives), start, cube)

    @property
    def instances(self) -> int:
        """m, the number of instances."""
        return len(self.start) - 1

    @property
    def sizes(self) -> IntArray:
        """p, the number of options of each instance, as an array."""
        sizes: IntArray = np.diff(self.start)
        return sizes

    def of(self, instance: int) -> FloatArray:
        """Return one instance's options: options x objectives."""
        return self.values[self.start[instance] : self.start[instance + 1]]

    def as_document(self) -> Any:
        """Return the table as in a file: an array, or nested lists of different lengths."""
        if self.cube is not None:
            return self.cube
        return [self.of(i).tolist() for i in range(self.instances)]

    def __repr__(self) -> str:
        return f"{self.instances} instances, {len(self.values)} options"


_CUBE = ArrayRule(ndim=3)
_VECTOR_RULE = _CUBE.range_rule()


def _options(value: object, info: ValidationInfo) -> OptionTable:
    if isinstance(value, OptionTable):
        return value
    if isinstance(value, (list, tuple)):
        return _from_lists(value)
    return OptionTable.of_cube(_CUBE.validate(value, info))


def _from_lists(value: list[Any] | tuple[Any, ...]) -> OptionTable:
    """Return the table in nested lists; instances may have different numbers of options."""
    faults: list[tuple[Place, str, object]] = []
    if not value:
        faults.append(((), "must not be empty", value))
    for i, options in enumerate(value):
        if not isinstance(options, (list, tuple)):
            faults.append(((i,), "must be a list of options", options))
        elif not options:
            faults.append(((i,), "must not be empty: every instance needs an option", options))
    if faults:
        raise fault_error(faults)
    sizes = np.array([len(options) for options in value], dtype=np.int64)
    vectors = list(itertools.chain.from_iterable(value))
    places = [(i, o) for i, size in enumerate(sizes.tolist()) for o in range(size)]
    length = len(vectors[0]) if isinstance(vectors[0], (list, tuple)) else 1
    for place, vector in zip(places, vectors, strict=True):
        if not isinstance(vector, (list, tuple)):
            faults.append((place, "must be a list of numbers, one per objective", vector))
        elif len(vector) != length:
            rule = f"must have {length} entries, as the first option has"
            faults.append((place, rule, len(vector)))
    if faults:
        raise fault_error(faults)
    _check_cells(vectors, places)
    values = np.array(vectors, dtype=np.float64).reshape(len(vectors), length)
    if (sizes == sizes[0]).all():
        return OptionTable.of_cube(values.reshape(len(sizes), int(sizes[0]), length))
    return OptionTable(values, np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))


def _check_cells(vectors: list[Any], places: list[tuple[int, int]]) -> None:
    """Raise an error unless each value is a finite number (no text, Boolean or null)."""
    cells = list(itertools.chain.from_iterable(vectors))
    if set(map(type, cells)) <= {int, float}:
        try:
            if np.isfinite(np.array(cells, dtype=np.float64)).all():
                return
        except OverflowError:
            pass
    faults: list[tuple[Place, str, object]] = [
        ((*place, k), _VECTOR_RULE, cell)
        for place, vector in zip(places, vectors, strict=True)
        for k, cell in enumerate(vector)
        if type(cell) not in (int, float) or not abs(cell) < 1e308
    ]
    raise fault_error(faults)


_OPTIONS_SCHEMA = {
    "anyOf": [
        {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "array",
                "minItems": 1,
                "items": {"type": "array", "items": {"type": "number"}},
            },
        },
        _CUBE.json_schema()["anyOf"][1],
    ]
}
Options: TypeAlias = Annotated[
    OptionTable, PlainValidator(_options), WithJsonSchema(_OPTIONS_SCHEMA)
]


def one_value_per_objective(
    objectives: tuple[Objective, ...], options: OptionTable
) -> Iterator[Fault]:
    """Every option has one value per objective."""
    width = options.values.shape[1]
    if width != len(objectives):
        rule = f"must have {len(objectives)} values per option, one per objective"
        yield Fault.of("options", rule, width)


def distinct_objectives(objectives: tuple[Objective, ...]) -> Iterator[Fault]:
    """Objectives have distinct names."""
    yield from repeated_names("objectives", (objective.name for objective in objectives))


def one_name_each(options: OptionTable, instance_names: tuple[str, ...] | None) -> Iterator[Fault]:
    """If instances have names, there is one distinct name for each."""
    yield from faults_of_names("instance_names", instance_names, options.instances)


class ResourcePlan(Instance):
    """m placed instances of a stage, and the options of each, with a value per objective."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        one_value_per_objective,
        distinct_objectives,
        one_name_each,
    )
    AXES: ClassVar[Axes] = {"options": ("instance", "option", "objective")}

    problem: Literal["resource_plan"] = "resource_plan"
    objectives: Annotated[Many[Objective], Field(min_length=1)]
    options: Options
    instance_names: Many[Name] | None = None

    @property
    def names(self) -> list[str]:
        """The names of the objectives."""
        return [objective.name for objective in self.objectives]

    def having(self, aggregate: Aggregate) -> list[int]:
        """Return the numbers of the objectives that are aggregated by ``max`` or ``sum``."""
        return [k for k, each in enumerate(self.objectives) if each.aggregate == aggregate]


def generate(
    seed: int,
    *,
    instances: int = 20,
    options: int = 6,
    maxima: int = 1,
    sums: int = 1,
    spread: float = 0.6,
    noise: float = 0.2,
    digits: int = 2,
) -> ResourcePlan:
    """Return a random stage with a fixed placement.

    The sizes of the instances are lognormal with standard deviation ``spread``.  Option r of
    ``options`` has r + 1 units of resource: its values in the ``maxima`` objectives are times,
    ``size / units^e`` with e from 0.4 to 0.9, in the ``sums`` objectives costs, which are the first
    time multiplied by the units (to the power 0.8 + 0.3 v for the v-th sum).  ``noise`` is the
    standard deviation of a lognormal factor on each value, so that some options are dominated.
    Values are rounded to ``digits`` decimal places.
    """
    check_range(instances=(instances, 1), options=(options, 1), maxima=(maxima, 0), sums=(sums, 0))
    check_range(objectives=(maxima + sums, 1), spread=(spread, 0.0), noise=(noise, 0.0))
    check_range(digits=(digits, 0, 6))
    check_size(numbers=instances * options * (1 + maxima + sums))
    rng = np.random.default_rng(seed)
    size = 30.0 * np.exp(spread * rng.normal(size=(instances, 1)))
    units = np.arange(1, options + 1)[None, :]
    shape = (instances, options)
    time = [size / units ** rng.uniform(0.4, 0.9, (instances, 1)) for _ in range(max(1, maxima))]
    columns = time[:maxima]
    columns += [time[0] * units ** (0.8 + 0.3 * v) for v in range(1, sums + 1)]
    noisy = [column * rng.lognormal(0.0, noise, shape) if noise else column for column in columns]
    cube = np.round(np.stack(noisy, axis=2), digits) + 10.0**-digits
    kinds: list[tuple[Aggregate, int, str]] = [("max", v, "latency") for v in range(maxima)]
    kinds += [("sum", v, "cost") for v in range(sums)]
    return ResourcePlan(
        name=f"resource-plan-{instances}x{options}-s{seed}",
        objectives=tuple(
            Objective(name=word if v == 0 else f"{word} {v + 1}", aggregate=aggregate)
            for aggregate, v, word in kinds
        ),
        options=OptionTable.of_cube(np.round(cube, digits)),
    )
