"""A family of instances: fixed data, and free fields whose numbers are the inputs.

The rows of a family are its assumptions: bounds and rules of the instance class, and those that a
user adds by name or by a function.
"""

from __future__ import annotations

import re
import sysconfig
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from pydantic import BaseModel

from .faults import InputError, input_error, near_miss
from .files import document_of
from .schema import Instance
from .signatures import parameter_names
from .symbolic import Answer, NotLinearError, Number, Row, Rows, Tracer, exact_number, opposite

_MOST_RUNS = 500  # of one rule, or of one checker
_LIBRARIES = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib"))
_FOREIGN = (
    *(str(Path(__file__).parents[1] / name) for name in ("core", "validation")),
    *_LIBRARIES,
    "<",
)
_UNLIMITED = 1e15  # larger limits of a class only keep sums finite


def error_with_place(role: str, error: Exception) -> InputError:
    """Return the error of a user's code as an `InputError` with file and line."""
    if isinstance(error, InputError):
        return error
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_FOREIGN)]
    last = (own or frames)[-1]
    kind = "" if isinstance(error, NotLinearError) else f"{type(error).__name__}: "
    return input_error(role, f"{Path(last.filename).name}:{last.lineno}: {kind}{error}")


class StatedRow(NamedTuple):
    """A comparison that an assumption states."""

    row: Row
    strict: bool

    def __bool__(self) -> bool:
        raise TypeError("an assumption must yield its comparisons, not combine them")


@dataclass(frozen=True)
class Assumption:
    """Linear rows that all inputs satisfy, with a name and a sentence."""

    name: str
    words: str
    rows: Rows

    def as_document(self) -> dict[str, Any]:
        """Return name, sentence and number of rows."""
        return {"name": self.name, "words": self.words, "rows": len(self.rows)}


class InputFamily:
    """An instance whose ``free`` fields are inputs, under assumptions.

    An entry of ``assume`` is a named assumption (``sorted``, ``concave:jobs[].gain``), or a name
    with a function of the instance that yields comparisons, or numbers that are at least 0.
    """

    def __init__(
        self,
        instance: Instance,
        free: Sequence[str],
        assume: Mapping[str, Callable[[Any], Any] | None],
    ) -> None:
        self.instance, self.free = instance, list(dict.fromkeys(free))
        self._steps = {field: _steps_of(field) for field in self.free}
        self.fields: list[str] = []
        self._places: list[tuple[Any, ...]] = []
        for field, steps in self._steps.items():
            mapped(instance, steps, partial(self._note, field))
            if field not in self.fields:
                raise input_error(f"--free {field}", "has no numbers")
        self.rows: Rows = [((*[0] * len(self.fields), 1), True)]
        bounds = [self._bounds(field) for field in self.free]
        self.rows += (row for each in bounds for row in each.rows)
        roots = {str(steps[0]) for steps in self._steps.values()}
        ruled = [rule for rule in type(instance).RULES if roots & set(parameter_names(rule))]
        others = [rule for rule in map(self._class_rule, ruled) if rule is not None]
        others += (
            self._named(name) if function is None else self._stated(name, function)
            for name, function in assume.items()
        )
        self.assumptions = [*bounds, *others]
        self.rows += (row for each in others for row in each.rows)

    def _note(self, field: str, value: Any, place: tuple[Any, ...]) -> None:
        if exact_number(value) is None or isinstance(value, bool):
            raise input_error(f"--free {field}", "has a value that is no number", value)
        self.fields.append(field)
        self._places.append(place)

    # The instance with inputs in its free fields

    def tracer(self, answer: Answer = lambda *_: True) -> Tracer:
        """Return a tracer of a run that knows the assumptions."""
        return Tracer(self.fields, answer, dict(self.rows))

    def _mapped(self, value: Any, make: Callable[[Any], Any]) -> Any:
        """Return a copy of an instance or document with other numbers in the free fields."""
        for steps in self._steps.values():
            value = mapped(value, steps, lambda number, _: make(number))
        return value

    def symbolic(self, tracer: Tracer, **labels: Any) -> Any:
        """Return the instance with inputs in its free fields; ``labels`` replace other fields."""
        numbers = iter(self._inputs(tracer))
        made = self._mapped(self.instance, lambda _: next(numbers))
        fields = {name: getattr(made, name) for name in type(made).model_fields}
        return type(made).model_construct(**(fields | labels))

    def largest(self) -> Any:
        """Return the instance whose inputs are at their upper limits, or infinite without one."""
        limits: list[Any] = [inf] * len(self.fields)
        for row, _ in self.rows:
            inputs = [k for k, a in enumerate(row[:-1]) if a]
            if len(inputs) == 1 and row[inputs[0]] < 0:
                limits[inputs[0]] = min(limits[inputs[0]], Fraction(row[-1], -row[inputs[0]]))
        numbers = iter(limits)
        return self._mapped(self.instance, lambda _: next(numbers))

    def _inputs(self, tracer: Tracer) -> list[Number]:
        return [Number({k: 1}, 0, tracer) for k in range(len(self.fields))]

    def document(self, point: Sequence[Fraction]) -> dict[str, Any]:
        """Return the document of the instance whose inputs are the numbers of a point."""
        values = iter([int(x) if x.denominator == 1 else float(x) for x in point])
        document: dict[str, Any] = self._mapped(document_of(self.instance), lambda _: next(values))
        return document

    def point(self, document: Mapping[str, Any]) -> list[Fraction]:
        """Return the inputs in a document as fractions."""
        values: list[Any] = []
        self._mapped(document, values.append)
        return [Fraction(exact_number(value)) for value in values]

    def ray(self, point: Sequence[Fraction]) -> dict[str, str]:
        """Return the numbers of a point that are not 0, by place."""
        inputs = zip(self.fields, self._places, point[:-1], strict=True)
        return {f"{own}{[*indices]}": str(x) for own, indices, x in inputs if x}

    # Assumptions

    def _bounds(self, field: str) -> Assumption:
        """Return the bounds of the instance class on a field; at least 0 unless it says more."""
        root = type(self.instance).model_json_schema()
        schema = next(_number_schemas(root, root, self._steps[field]), {})
        schema = schema if "exclusiveMinimum" in schema else {"minimum": 0} | schema
        limits = [
            (word, sign, exact_number(schema[key]))
            for key, word, sign in (
                ("exclusiveMinimum", ">", 1),
                ("minimum", ">=", 1),
                ("exclusiveMaximum", "<", -1),
                ("maximum", "<=", -1),
            )
            if key in schema and schema[key] < _UNLIMITED
        ]
        rows = [
            (Number({k: sign}, -sign * limit, self.tracer()).row(), len(word) == 1)
            for k, own in enumerate(self.fields)
            for word, sign, limit in limits
            if own == field
        ]
        range_words = " and ".join(f"{word} {float(limit):g}" for word, _, limit in limits)
        real = "; integers count as real numbers" if schema.get("type") == "integer" else ""
        words = f"every number of {field} is a real number {range_words}{real}"
        return Assumption(f"{field} {range_words}", words, rows)

    def _class_rule(self, rule: Callable[..., Any]) -> Assumption | None:
        """Return the rows of a rule of the class about free fields, if they are linear."""
        text = " ".join((rule.__doc__ or rule.__name__).split()).rstrip(".")

        def is_kept(tracer: Tracer) -> bool:
            made = self.symbolic(tracer)
            return not any(True for _ in rule(*(getattr(made, n) for n in parameter_names(rule))))

        try:
            rows = [rows for rows, is_valid in explored(self, is_kept) if is_valid]
        except (TypeError, ValueError, ArithmeticError, InputError):
            rows = []
        if len(rows) == 1:
            return Assumption(rule.__name__, text, rows[0]) if rows[0] else None
        return Assumption(rule.__name__, f"not assumed, because it is not linear: {text}", [])

    def _stated(self, name: str, function: Callable[[Any], Any]) -> Assumption:
        """Return the rows that a user's function states."""
        tracer = self.tracer(lambda row, strict, _: StatedRow(row, strict))
        try:
            result = function(self.symbolic(tracer))
            several = [result] if isinstance(result, (StatedRow, Number, bool)) else list(result)
            stated = [each >= 0 if isinstance(each, Number) else each for each in several]
        except Exception as error:  # whatever a user's code raises has its place
            raise error_with_place(f"--assume {name}", error) from error
        if not all(isinstance(each, StatedRow) or each is True for each in stated):
            rule = "must yield comparisons that inputs can satisfy, or inputs that are >= 0"
            raise input_error(f"--assume {name}", rule)
        text = " ".join((function.__doc__ or name).split()).rstrip(".")
        return Assumption(
            name, text, [(each.row, each.strict) for each in stated if isinstance(each, StatedRow)]
        )

    def _named(self, spec: str) -> Assumption:
        """Return the rows of a named assumption on one field, or on all free fields."""
        name, _, field = spec.partition(":")
        if name not in NAMED:
            rule = f"is not an assumption {near_miss(name, NAMED)}; a function is file.py:function"
            raise input_error("--assume", rule, spec)
        words, rows_of = NAMED[name]
        fields, rows = [field] if field else self.free, []
        for each in fields:
            inputs = zip(self.fields, self._places, self._inputs(self.tracer()), strict=True)
            numbers = rows_of({place: number for own, place, number in inputs if own == each})
            rows += [(number.row(), False) for number in numbers]
        if not rows:
            raise input_error(f"--assume {spec}", "applies to no numbers of the free fields")
        return Assumption(spec, words.format(", ".join(fields)), rows)


def explored(family: InputFamily, run: Callable[[Tracer], Any]) -> list[tuple[Rows, Any]]:
    """Return, for all answers to the comparisons of a run, the rows and the result.

    Answers are tried although no input may lead to them.
    """
    results: list[tuple[Rows, Any]] = []
    waiting: list[list[bool]] = [[]]
    while waiting:
        path, rows = waiting.pop(), Rows()

        def answer(
            row: Row, strict: bool, _: bool, path: list[bool] = path, rows: Rows = rows
        ) -> bool:
            if len(rows) == len(path):
                waiting.append([*path, False])
                path.append(True)
            yes = path[len(rows)]
            rows.append((row, strict) if yes else (opposite(row), not strict))
            return yes

        results.append((rows, run(family.tracer(answer))))
        if len(results) > _MOST_RUNS:
            raise input_error("check", f"compares inputs in more than {_MOST_RUNS} ways")
    return results


Placed: TypeAlias = dict[tuple[Any, ...], Number]  # the numbers of a field by their indices


def _differences(numbers: Placed, axis: int = -1) -> Placed:
    """Return the next number minus each number, along the last axis or another one."""
    further = [
        (place, tuple(i + 1 if k == axis % len(place) else i for k, i in enumerate(place)))
        for place in numbers
        if len(place) >= -axis
    ]
    return {own: numbers[one] - numbers[own] for own, one in further if one in numbers}


def _bends(numbers: Placed) -> list[Number]:
    return [-bend for bend in _differences(_differences(numbers)).values()]


# named assumptions: their words, and the numbers that are at least 0, from those of a field
NAMED: dict[str, tuple[str, Callable[[Placed], Iterable[Number]]]] = {
    "column-order": (
        "in each column of {}, every row is >= the previous one",
        lambda numbers: _differences(numbers, -2).values(),
    ),
    "concave": (
        "each list of {} rises, by steps that never grow",
        lambda numbers: [*_differences(numbers).values(), *_bends(numbers)],
    ),
    "convex": (
        "each list of {} falls, by steps that never grow",
        lambda numbers: [-each for each in (*_differences(numbers).values(), *_bends(numbers))],
    ),
    "rising": (
        "each list of {} rises or stays equal",
        lambda numbers: _differences(numbers).values(),
    ),
    "sorted": (
        "each list of {} falls or stays equal",
        lambda numbers: [-each for each in _differences(numbers).values()],
    ),
}


_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d*)\]")  # of ``residents[].temperature``, ``jobs[2].gain``


def _steps_of(field: str) -> list[Any]:
    parts = _STEP.findall(field)
    if "".join(name or f"[{index}]" for name, index in parts) != field.replace(".", ""):
        raise input_error("--free", "must be a path such as latency or jobs[].gain", field)
    return [name or (int(index) if index else None) for name, index in parts]


def mapped(
    value: Any, steps: Sequence[Any], make: Callable[[Any, Any], Any], place: tuple[Any, ...] = ()
) -> Any:
    """Return a copy in which ``make(number, indices)`` replaces the numbers at a path's end."""
    if isinstance(value, np.ndarray):
        made = np.empty(value.shape, dtype=object)
        made[...] = mapped(value.tolist(), steps, make, place)
        return made
    step, rest = (steps[0], steps[1:]) if steps else (None, ())
    if isinstance(step, str):
        names = type(value).model_fields if isinstance(value, BaseModel) else ()
        fields = dict(value) if isinstance(value, dict) else {n: getattr(value, n) for n in names}
        if step not in fields:
            raise input_error("--free", f"has no field {near_miss(step, fields)}", step)
        fields[step] = mapped(fields[step], rest, make, place)
        return fields if isinstance(value, dict) else type(value).model_construct(**fields)
    if isinstance(value, str) or not isinstance(value, (Sequence, dict)):
        return make(value, place)
    items = value.items() if isinstance(value, dict) else enumerate(value)
    kept = {
        k: v
        if step not in (None, k)
        else mapped(v, rest, make, (*place, k) if step is None else place)
        for k, v in items
    }
    if isinstance(value, dict):
        return kept
    return list(kept.values()) if isinstance(value, list) else tuple(kept.values())


def _number_schemas(root: Any, node: Any, steps: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Yield the JSON Schema of the numbers at the end of a path, and in lists there."""
    if node.get("type") in ("number", "integer"):
        yield node
    referred = [root["$defs"][node["$ref"].rpartition("/")[2]]] if "$ref" in node else []
    for other in (*referred, *node.get("anyOf", ()), *node.get("allOf", ())):
        yield from _number_schemas(root, other, steps)
    is_name = bool(steps) and isinstance(steps[0], str)
    inside = node.get("properties", {}).get(steps[0]) if is_name else node.get("items")
    inside = inside or (None if is_name else node.get("additionalProperties"))
    yield from _number_schemas(root, inside, steps[1:]) if isinstance(inside, dict) else ()
