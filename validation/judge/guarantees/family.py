"""A family of instances: fixed data, and free fields whose numbers are the inputs.

The rows of a family are its assumptions: bounds and rules of the instance class, and those that a
user adds by name or by a function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from pydantic import BaseModel

from ....core.faults import InputError, input_error, near_miss
from ....core.files import document_of
from ....core.schema import Instance
from ..symbolic import Answer, Number, Row, Tracer, exact_number, opposite

Rows: TypeAlias = list[tuple[Row, bool]]  # with strict rows as True
_MOST_RUNS = 500  # of one rule, or of one checker
_UNLIMITED = 1e15  # larger limits of a class only keep sums finite


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
        for field, steps in self._steps.items():
            mapped(instance, steps, lambda value, field=field: self._note(field, value))
            if field not in self.fields:
                raise input_error(f"--free {field}", "has no numbers")
        self.rows: Rows = [((*[0] * len(self.fields), 1), True)]
        self.assumptions = [self._bounds(field) for field in self.free]
        self.rows += (row for each in self.assumptions for row in each.rows)
        roots = {str(steps[0]) for steps in self._steps.values()}
        ruled = [rule for rule in type(instance).RULES if roots & set(signature(rule).parameters)]
        others = [rule for rule in map(self._class_rule, ruled) if rule is not None]
        others += (
            self._named(name) if function is None else self._stated(name, function)
            for name, function in assume.items()
        )
        self.assumptions += others
        self.rows += (row for each in others for row in each.rows)

    def _note(self, field: str, value: Any) -> None:
        if exact_number(value) is None or isinstance(value, bool):
            raise input_error(f"--free {field}", "has a value that is no number", value)
        self.fields.append(field)

    # The instance with inputs in its free fields

    def tracer(self, answer: Answer = lambda *_: True) -> Tracer:
        """Return a tracer of a run that knows the assumptions."""
        return Tracer(self.fields, answer, dict(self.rows))

    def symbolic(self, tracer: Tracer, **labels: Any) -> Any:
        """Return the instance with inputs in its free fields; ``labels`` replace other fields."""
        numbers = iter([Number({k: 1}, 0, tracer) for k in range(len(self.fields))])
        made: Any = self.instance
        for steps in self._steps.values():
            made = mapped(made, steps, lambda _: next(numbers))
        fields = {name: getattr(made, name) for name in type(made).model_fields}
        return type(made).model_construct(**(fields | labels))

    def document(self, point: Sequence[Fraction]) -> dict[str, Any]:
        """Return the document of the instance whose inputs are the numbers of a point."""
        values = iter([int(x) if x.denominator == 1 else float(x) for x in point])
        document = document_of(self.instance)
        for steps in self._steps.values():
            document = mapped(document, steps, lambda _: next(values))
        return document

    def point(self, document: Mapping[str, Any]) -> list[Fraction]:
        """Return the inputs in a document as fractions."""
        values: list[Any] = []
        for steps in self._steps.values():
            mapped(document, steps, values.append)
        return [Fraction(exact_number(value)) for value in values]

    def ray(self, point: Sequence[Fraction]) -> dict[str, str]:
        """Return the numbers of a point that are not 0, by place."""
        places = [f"{own}[{k - self.fields.index(own)}]" for k, own in enumerate(self.fields)]
        return {place: str(x) for place, x in zip(places, point, strict=False) if x}

    # Assumptions

    def _bounds(self, field: str) -> Assumption:
        """Return the bounds of the instance class on a field; at least 0 unless it says more."""
        schema = _number_schema(type(self.instance).model_json_schema(), self._steps[field])
        if "exclusiveMinimum" not in schema:
            schema = {"minimum": 0} | schema
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
        inputs = [k for k, own in enumerate(self.fields) if own == field]
        rows = [
            (Number({k: sign}, -sign * limit, self.tracer()).row(), len(word) == 1)
            for k in inputs
            for word, sign, limit in limits
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
            return not any(
                True for _ in rule(*(getattr(made, n) for n in signature(rule).parameters))
            )

        try:
            rows = [rows for rows, is_valid in explored(self, is_kept) if is_valid]
        except (TypeError, ValueError, ArithmeticError, InputError):
            rows = []
        if len(rows) == 1:
            return Assumption(rule.__name__, text, rows[0]) if rows[0] else None
        return Assumption(rule.__name__, f"not assumed, because it is not linear: {text}", [])

    def _stated(self, name: str, function: Callable[[Any], Any]) -> Assumption:
        """Return the rows that a user's function states."""
        tracer = self.tracer(lambda row, strict, _: (row, strict))
        stated = [
            each >= 0 if isinstance(each, Number) else each
            for each in function(self.symbolic(tracer))
        ]
        if not all(isinstance(each, tuple) or each is True for each in stated):
            rule = "must yield comparisons that inputs can satisfy, or inputs that are >= 0"
            raise input_error(f"--assume {name}", rule)
        text = " ".join((function.__doc__ or name).split()).rstrip(".")
        return Assumption(name, text, [each for each in stated if isinstance(each, tuple)])

    def _named(self, spec: str) -> Assumption:
        """Return the rows of a named assumption on one field, or on all free fields."""
        name, _, field = spec.partition(":")
        if name not in NAMED:
            rule = f"is not an assumption {near_miss(name, NAMED)}; a function is file.py:function"
            raise input_error("--assume", rule, spec)
        words, rows_of = NAMED[name]
        fields, made = [field] if field else self.free, self.symbolic(self.tracer())
        known = [_nested(made, self._steps[each]) for each in fields if each in self.free]
        rows = [(number.row(), False) for nested in known for number in rows_of(nested)]
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
        path, rows = waiting.pop(), []

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


# Named assumptions: rows that are at least 0, from the nested lists of a field.


def _innermost(nested: list[Any]) -> list[list[Number]]:
    if not any(isinstance(each, list) for each in nested):
        return [nested]
    return [row for each in nested for row in _innermost(each)]


def _steps_up(nested: list[Any]) -> list[Number]:
    return [b - a for row in _innermost(nested) for a, b in pairwise(row)]


def _bends(nested: list[Any]) -> list[Number]:
    rows = _innermost(nested)
    return [2 * b - a - c for r in rows for a, b, c in zip(r, r[1:], r[2:], strict=False)]


def _column_order(nested: list[Any]) -> list[Number]:
    pairs = pairwise(each for each in nested if isinstance(each, list))
    return [b - a for one, other in pairs for a, b in zip(one, other, strict=True)]


NAMED: dict[str, tuple[str, Callable[[Any], list[Number]]]] = {
    "column-order": ("in each column of {}, every row is >= the previous one", _column_order),
    "concave": (
        "each list of {} rises, by steps that never grow",
        lambda nested: _steps_up(nested) + _bends(nested),
    ),
    "convex": (
        "each list of {} falls, by steps that never grow",
        lambda nested: [-each for each in _steps_up(nested) + _bends(nested)],
    ),
    "rising": ("each list of {} rises or stays equal", _steps_up),
    "sorted": (
        "each list of {} falls or stays equal",
        lambda nested: [-each for each in _steps_up(nested)],
    ),
}


# Paths to fields: ``latency``, ``residents[].temperature``, ``jobs[2].gain``.

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d*)\]")


def _steps_of(field: str) -> list[Any]:
    parts = _STEP.findall(field)
    if "".join(name or f"[{index}]" for name, index in parts) != field.replace(".", ""):
        raise input_error("--free", "must be a path such as latency or jobs[].gain", field)
    return [name or (int(index) if index else None) for name, index in parts]


def mapped(value: Any, steps: Sequence[Any], make: Callable[[Any], Any]) -> Any:
    """Return a copy of a value in which the numbers at the end of a path are replaced."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
        made = np.empty(value.shape, dtype=object)
        made.flat = mapped(value.ravel().tolist(), steps, make)
        return made
    if isinstance(value, (list, tuple)) and not (steps and isinstance(steps[0], str)):
        rest = steps[1:]
        chosen = range(len(value)) if not steps or steps[0] is None else [steps[0]]
        items = [mapped(v, rest, make) if k in chosen else v for k, v in enumerate(value)]
        return type(value)(items)
    if not steps:
        return make(value)
    is_model = isinstance(value, BaseModel)
    names = type(value).model_fields if is_model else ()
    fields = dict(value) if isinstance(value, dict) else {n: getattr(value, n) for n in names}
    chosen_keys = list(fields) if steps[0] is None else [steps[0]]
    if not set(chosen_keys) <= fields.keys() or not fields:
        raise input_error("--free", f"has no field {near_miss(str(steps[0]), fields)}", steps[0])
    fields |= {key: mapped(fields[key], steps[1:], make) for key in chosen_keys}
    return type(value).model_construct(**fields) if is_model else fields


def _nested(value: Any, steps: Sequence[Any]) -> Any:
    """Return the numbers at the end of a path as nested lists."""
    value = value.tolist() if isinstance(value, np.ndarray) else value
    if isinstance(value, (list, tuple)) and (not steps or steps[0] is None):
        return [_nested(each, steps[1:]) for each in value]
    if not steps:
        return value
    if steps[0] is None:
        return [_nested(each, steps[1:]) for each in value.values()]
    is_model = isinstance(value, BaseModel)
    return _nested(getattr(value, steps[0]) if is_model else value[steps[0]], steps[1:])


def _number_schema(root: dict[str, Any], steps: Sequence[Any]) -> dict[str, Any]:
    """Return the JSON Schema of the numbers at the end of a path."""

    def resolved(nodes: Sequence[Any]) -> Iterator[dict[str, Any]]:
        for node in nodes:
            yield node
            referred = [root["$defs"][node["$ref"].rpartition("/")[2]]] if "$ref" in node else []
            yield from resolved([*referred, *node.get("anyOf", ()), *node.get("allOf", ())])

    nodes: list[Any] = [root]
    for step in [*steps, *[None] * 9]:  # and through the lists at its end
        known = list(resolved(nodes))
        numbers = [node for node in known if node.get("type") in ("number", "integer")]
        if numbers:
            return numbers[0]
        inside = [
            node.get("properties", {}).get(step)
            if isinstance(step, str)
            else node.get("items") or node.get("additionalProperties")
            for node in known
        ]
        nodes = [node for node in inside if isinstance(node, dict)]
    return {}
