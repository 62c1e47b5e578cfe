"""A suite, read from a TOML file: the instances, methods and limits of a batch."""

import itertools
import tomllib
from collections.abc import Iterator, Mapping
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field

from ...core.faults import Fault, InputError, near_miss
from ...core.files import read_text
from ...core.gaps import DEFAULT_GAP
from ...core.parameters import options_of
from ...core.schema import Checked, Count, Many, Name, NonNegative, Part, Positive, Rule
from ..catalogue import problem_named, problem_names
from ..outside import is_outside
from ..running import chosen_solver, instance_path, library_rows, typed_arguments

_LARGEST = 16 * 2**20  # bytes of a suite


class InstanceBlock(Part):
    """Files (patterns allowed), or instances generated for each seed and choice of settings."""

    files: Many[Name] = ()
    problem: Name | None = None
    seeds: Many[Count] = (0,)
    set: dict[str, Any] = Field(default_factory=dict)

    def settings(self) -> Iterator[dict[str, Any]]:
        """Yield each combination of the block's settings; each list of values is one dimension."""
        sides = [value if isinstance(value, list) else [value] for value in self.set.values()]
        for values in itertools.product(*sides):
            yield dict(zip(self.set, values, strict=True))


class MethodBlock(Part):
    """A method with its options; it runs on the instances of all problems that have it."""

    method: Name
    label: Name | None = None
    solver: Name | None = None
    set: dict[str, Any] = Field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The name under which the report shows the method."""
        return self.label or self.method


def _method_name(value: Any) -> Any:
    return {"method": value} if isinstance(value, str) else value


def one_kind_of_source(instances: tuple[InstanceBlock, ...]) -> Iterator[Fault]:
    """Yield a fault for each block that has both files and a problem, or neither of them."""
    for k, block in enumerate(instances):
        if bool(block.files) == (block.problem is not None):
            yield Fault(f"instances[{k}]", "needs either files or a problem to generate")
        if block.files and (block.set or block.seeds != (0,)):
            yield Fault(f"instances[{k}]", "seeds and set are only valid for generated instances")


def no_empty_side(instances: tuple[InstanceBlock, ...]) -> Iterator[Fault]:
    """Yield a fault for an empty list of seeds or values, which would give no instances."""
    for k, block in enumerate(instances):
        if not block.seeds:
            yield Fault(f"instances[{k}].seeds", "must not be empty")
        for key, value in block.set.items():
            if value == []:
                yield Fault(f"instances[{k}].set.{key}", "must not be empty")


def known_generators(instances: tuple[InstanceBlock, ...]) -> Iterator[Fault]:
    """Yield a fault for each unknown problem, and each setting that its generator refuses."""
    for k, block in enumerate(instances):
        if block.problem is None:
            continue
        if block.problem not in problem_names():
            hint = near_miss(block.problem, problem_names())
            yield Fault.of(f"instances[{k}].problem", f"is not a problem {hint}", block.problem)
            continue
        seen: set[Fault] = set()
        for settings in block.settings():
            options = options_of(problem_named(block.problem).generator)
            faults = _argument_faults(options, settings, block.problem)
            yield from (fault for fault in faults if fault not in seen)
            seen |= set(faults)


def _argument_faults(
    options: Mapping[str, Parameter], settings: Mapping[str, Any], subject: str
) -> list[Fault]:
    try:
        typed_arguments(options, settings, subject)
    except InputError as error:
        return list(error.faults)
    return []


def distinct_labels(methods: tuple[MethodBlock, ...]) -> Iterator[Fault]:
    """Yield a fault for each label that two methods share."""
    labels = [block.shown for block in methods]
    for k, label in enumerate(labels):
        if label in labels[:k]:
            yield Fault.of(
                f"methods[{k}].label", "is used twice; give each a different label", label
            )


class Suite(Checked):
    """A suite: instances, methods, limits and seeds of a batch.

    ``grace`` is the time in seconds after the time limit before a run is killed as hanging.
    """

    KIND: ClassVar[str] = "suite"
    RULES: ClassVar[tuple[Rule, ...]] = (
        one_kind_of_source,
        no_empty_side,
        known_generators,
        distinct_labels,
    )

    time_limit: Positive = 60.0
    grace: Positive = 60.0
    gap: NonNegative = DEFAULT_GAP
    threads: Annotated[int, Field(ge=1)] = 1
    seeds: Annotated[Many[Count], Field(min_length=1)] = (0,)
    methods: Many[Annotated[MethodBlock, BeforeValidator(_method_name)]] = ()
    instances: Annotated[Many[InstanceBlock], Field(min_length=1)]

    def methods_of(self, name: str) -> list[MethodBlock]:
        """Return the methods that run on the instances of a problem."""
        own = [method.name for method in problem_named(name).methods]
        if not self.methods:  # auto runs the others, so that it would do all work twice
            return [MethodBlock(method=method) for method in own if method != "auto"]
        return [b for b in self.methods if b.method in own or is_outside(b.method)]


def read_suite(path: Path) -> Suite:
    """Return the suite in a TOML file, or that of all instances of the library of one size."""
    if is_library(path):
        return Suite.model_validate({"name": path.name, "instances": [{"files": [path.name]}]})
    try:
        document = tomllib.loads(read_text(path, _LARGEST))
    except RecursionError:
        raise InputError(str(path), [Fault("(document)", "is nested too deeply")]) from None
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise InputError(str(path), [Fault("(file)", f"is not TOML: {error}")]) from None
    try:
        return Suite.model_validate(document)
    except InputError as error:
        raise InputError(f"{path}: {error.subject}", error.faults) from None


def is_library(path: Path) -> bool:
    """Return whether a path is the name of a suite of the library: ``library:small``."""
    return path.name.startswith("library:")


def method_faults(suite: Suite, problems: set[str]) -> Iterator[Fault]:
    """Yield a fault for each method with invalid options, or that no problem of the suite has."""
    for k, block in enumerate(suite.methods):
        if is_outside(block.method):
            if block.set or block.solver:
                yield Fault(f"methods[{k}]", "an outside method accepts no solver and no options")
            continue
        methods = {name: {m.name for m in problem_named(name).methods} for name in sorted(problems)}
        having = [name for name, declared in methods.items() if block.method in declared]
        if not having and problems:  # without any instance the missing ones are the fault
            known = set[str]().union(*methods.values())
            yield Fault.of(
                f"methods[{k}].method", f"is not a known method {near_miss(block.method, known)}",
                block.method,
            )  # fmt: skip
        for name in having:
            yield from _options_faults(name, block, f"methods[{k}]")


def _options_faults(name: str, block: MethodBlock, place: str) -> Iterator[Fault]:
    method = problem_named(name).method_named(block.method)
    for fault in _argument_faults(method.options, block.set, block.method):
        yield Fault(f"{place}.set.{fault.place}", fault.rule, fault.value)
    try:
        chosen_solver(method, block.solver)
    except InputError as error:
        for fault in error.faults:
            yield Fault(f"{place}.solver", fault.rule, fault.value)


def files_of(block: InstanceBlock, folder: Path, place: str) -> Iterator[Path | Fault]:
    """Yield the files (also bundled ones) that a block names, or a fault for each missing file.

    ``library:small`` names all instances of the library of that size.
    """
    for k, pattern in enumerate(block.files):
        if pattern.startswith(("library/", "library:")):
            rows = [
                row
                for row in library_rows()
                if pattern in (f"library:{row.size}", f"library/{row.name}")
            ]
            yield from (Path("library", row.name) for row in rows)
            if not rows:
                yield Fault.of(f"{place}.files[{k}]", "is no part of the library", pattern)
            continue
        try:
            files = sorted(folder.glob(pattern)) if any(c in pattern for c in "*?[") else []
        except (NotImplementedError, ValueError, RecursionError) as error:
            yield Fault.of(f"{place}.files[{k}]", f"is not a pattern: {error}", pattern)
            continue
        if files:
            yield from files
        elif (folder / pattern).exists():
            yield folder / pattern
        elif pattern.endswith(".json") or any(c in pattern for c in "*?["):
            yield Fault.of(f"{place}.files[{k}]", "there is no such file", pattern)
        else:
            try:
                yield instance_path(pattern)
            except InputError as error:
                yield Fault.of(f"{place}.files[{k}]", error.faults[0].rule, pattern)
