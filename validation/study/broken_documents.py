"""Invalid instance documents for tests, made from a schema: one fault in each field."""

import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from ...core.decimals import as_written
from ...core.faults import field_place
from ...core.schema import Instance

Step = int | str
_ODD: dict[str, Any] = {"string": "x", "number": 7.5, "boolean": True, "object": {}, "array": []}


@dataclass(frozen=True)
class BrokenDocument:
    """A document with one fault: the place, the violated rule of the schema, the wrong value."""

    place: str
    rule: str
    document: dict[str, Any]
    value: Any = None

    def __str__(self) -> str:
        return f"{self.place}: {self.rule}"


def broken_documents(
    model: type[Instance], document: dict[str, Any], seed: int = 0
) -> Iterator[BrokenDocument]:
    """Yield documents with exactly one fault, for each field of the instance class.

    In lists and mappings one entry is broken; the seed chooses the entry.
    """
    schema = model.file_schema()
    walk = _Walk(schema.get("$defs", {}), np.random.default_rng(seed))
    yield BrokenDocument("problem", "another problem", {**document, "problem": "no_such_problem"})
    for path, rule, value in walk.faults((), schema, document):
        if path == ("problem",):
            continue
        broken = copy.deepcopy(document)
        holder: Any = broken
        for step in path[:-1]:
            holder = holder[step]
        if rule == "is missing":
            del holder[path[-1]]
        else:
            holder[path[-1]] = value
        yield BrokenDocument(field_place(path), rule, broken, value)


class _Walk:
    """A traversal of a valid document and its JSON Schema in parallel."""

    def __init__(self, definitions: dict[str, Any], rng: np.random.Generator) -> None:
        self.definitions, self.rng = definitions, rng

    def faults(
        self, path: tuple[Step, ...], schema: Any, value: Any
    ) -> Iterator[tuple[tuple[Step, ...], str, Any]]:
        """Yield (place, rule, wrong value) of each fault to make in a value or in its parts."""
        branches = self._branches(schema)
        if path:
            for rule, wrong in _wrong_values(branches):
                yield path, rule, wrong
        for branch in branches:
            if branch.get("type") == "object" and isinstance(value, dict):
                yield from self._in_object(path, branch, value)
            elif branch.get("type") == "array" and isinstance(value, list) and value:
                k = int(self.rng.integers(len(value)))
                entry = branch.get("prefixItems", [branch.get("items", {})] * len(value))[k]
                for place, rule, wrong in self.faults((*path, k), entry, value[k]):
                    if wrong != [] or len(place) > len(path) + 1:  # an empty row: its rows differ
                        yield place, rule, wrong

    def _in_object(
        self, path: tuple[Step, ...], branch: dict[str, Any], value: dict[str, Any]
    ) -> Iterator[tuple[tuple[Step, ...], str, Any]]:
        fields = branch.get("properties", {})
        tags = {name: field["const"] for name, field in fields.items() if "const" in field}
        is_strange = not set(value) <= set(fields) and branch.get("additionalProperties") is False
        if is_strange or any(value.get(name, tag) != tag for name, tag in tags.items()):
            return  # the value belongs to another branch
        if branch.get("additionalProperties") is False:
            yield (*path, "no_such_key"), "unknown key", 1
        for name in branch.get("required", []):
            yield (*path, name), "is missing", None
        for name, field in fields.items():
            yield from self.faults((*path, name), field, value.get(name))
        if isinstance(branch.get("additionalProperties"), dict) and value:
            key = sorted(value)[int(self.rng.integers(len(value)))]
            yield from self.faults((*path, key), branch["additionalProperties"], value[key])

    def _branches(self, schema: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the alternatives (``anyOf``, ``oneOf``) of a schema, with references resolved."""
        if "$ref" in schema:
            return self._branches(self.definitions[schema["$ref"].rsplit("/", 1)[1]])
        for word in ("anyOf", "oneOf"):
            if word in schema:
                return [plain for part in schema[word] for plain in self._branches(part)]
        return [schema]


def _wrong_values(branches: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield pairs of a violated rule and a value that no alternative of the schema accepts."""
    kinds = {branch.get("type") for branch in branches}
    if None in kinds or not kinds:
        return  # anything goes
    taken = kinds | ({"number"} if "integer" in kinds else set())
    yield from ((f"is of type {kind}", odd) for kind, odd in _ODD.items() if kind not in taken)
    if "null" not in kinds:
        yield "is null", None
    if "integer" in kinds and "number" not in kinds:
        yield "is not an integer", 1.5
    numbers = [branch for branch in branches if branch.get("type") in ("integer", "number")]
    if numbers and "null" not in kinds:  # in memory NaN may stand for null
        yield "is not a number", math.nan
    if numbers:
        yield "is infinite", math.inf
    if len(numbers) == 1:
        yield from _out_of_range(numbers[0])
    texts = [branch for branch in branches if branch.get("type") == "string"]
    if texts and all("enum" in branch or "const" in branch for branch in texts):
        yield "is not a choice", "no_such_choice"
    elif len(texts) == 1 and texts[0].get("minLength"):
        yield "is empty", ""
    if len(texts) == 1 and "format" in texts[0]:
        yield "is not a date", "no date"
    lists = [branch for branch in branches if branch.get("type") == "array"]
    if len(lists) == 1 and lists[0].get("minItems") and "prefixItems" not in lists[0]:
        yield "is empty", []


def _out_of_range(branch: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    whole = branch["type"] == "integer"
    if "minimum" in branch:
        yield "is too small", branch["minimum"] - 1
    if "exclusiveMinimum" in branch:
        yield "is too small", branch["exclusiveMinimum"]
    if "maximum" in branch:
        yield "is too large", branch["maximum"] + 1
    if "exclusiveMaximum" in branch:
        yield "is too large", branch["exclusiveMaximum"]
    if "const" in branch and whole:
        yield "is another", branch["const"] + 1


_MUTATED_DOCUMENTS_ODD: tuple[Any, ...] = (
    None,
    True,
    "x",
    -1,
    1e300,
    float("nan"),
    float("inf"),
    [],
    {},
)


def mutate(document: Any, rng: np.random.Generator) -> Any:
    """Return a copy of a document with one to three random changes."""
    changed = copy.deepcopy(document)
    for _ in range(int(rng.integers(1, 4))):
        places = list(_places(changed))
        if not places:
            return changed
        holder, key = places[rng.integers(len(places))]
        _change(holder, key, rng)
    return changed


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in list(items):
        yield value, key
        if isinstance(item, (dict, list)):
            yield from _places(item)


def _change(holder: Any, key: Any, rng: np.random.Generator) -> None:
    value, kind = holder[key], rng.integers(5)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = _MUTATED_DOCUMENTS_ODD[rng.integers(len(_MUTATED_DOCUMENTS_ODD))]
    elif kind == 2 and isinstance(holder, list):
        holder.append(copy.deepcopy(value))
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        holder[key] = value[::-1] if isinstance(value, (str, list)) else _MUTATED_DOCUMENTS_ODD[0]
    elif isinstance(value, int):
        holder[key] = value + int(rng.integers(-2, 3))
    else:
        factors = (0.0, -1.0, 0.5, 1.0 - 1e-9, 1.0 + 1e-9, 2.0, 10.0)
        holder[key] = value * factors[rng.integers(len(factors))]


def scale(document: dict[str, Any], model: type[Instance], factor: float) -> dict[str, Any]:
    """Return the document with the numbers of all non-integer fields multiplied by a factor.

    Decimals are multiplied, because a product of floats has digits that the judge does not ignore.
    """
    changed = dict(document)
    for name, info in model.model_fields.items():
        if name in changed and int not in (info.annotation, *get_args(info.annotation)):
            changed[name] = _times(changed[name], factor)
    return changed


def _times(value: Any, factor: float) -> Any:
    if isinstance(value, float):
        return float(as_written(value) * as_written(factor))
    if isinstance(value, list):
        return [_times(item, factor) for item in value]
    if isinstance(value, dict):
        return {key: _times(item, factor) for key, item in value.items()}
    return value
