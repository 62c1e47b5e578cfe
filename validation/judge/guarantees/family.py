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
from itertools import count, pairwise
from typing import Any, TypeAlias

import numpy as np
from pydantic import BaseModel

from ....core.faults import InputError, input_error, near_miss
from ....core.files import document_of
from ....core.schema import Instance
from ..symbolic import Number, Row, Tracer, exact_number

Rows: TypeAlias = list[tuple[Row, bool]]  # with strict rows as True
_MOST_RUNS = 500  # of one rule, or of one checker


@dataclass(frozen=True)
class Assumption:
    """Linear rows that all inputs satisfy, with a name and a sentence."""

    name: str
    words: str
    rows: tuple[tuple[Row, bool], ...]

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
        self.names: list[str] = []
        self.fields: list[str] = []
        self._steps = {field: _steps_of(field) for field in self.free}
        for field, steps in self._steps.items():
            self._collect(field, steps)
        self.rows: Rows = [((*[0] * len(self.names), 1), True)]
        self.assumptions: list[Assumption] = []
        for field in self.free:
            self._add(self._bounds(field))
        for rule in type(instance).RULES:
            self._add(self._class_rule(rule))
        for name, function in assume.items():
            self._add(self._named(name) if function is None else self._stated(name, function))

    def _add(self, assumption: Assumption | None) -> None:
        if assumption is not None:
            self.assumptions.append(assumption)
            self.rows += assumption.rows

    def _collect(self, field: str, steps: Sequence[Any]) -> None:
        before = len(self.names)

        def note(value: Any) -> Any:
            if exact_number(value) is None or isinstance(value, bool):
                raise input_error(f"--free {field}", "has a value that is no number", value)
            self.names.append(f"{field}[{len(self.names) - before}]")
            self.fields.append(field)
            return value

        mapped(self.instance, steps, note, f"--free {field}")
        if len(self.names) == before:
            raise input_error(f"--free {field}", "has no numbers")

    # The instance with inputs in its free fields

    def tracer(self, answer: Callable[[Row, bool, bool], Any]) -> Tracer:
        """Return a tracer of a run that knows the assumptions."""
        return Tracer(self.fields, answer, dict(self.rows))

    def symbolic(self, tracer: Tracer, **labels: Any) -> Any:
        """Return the instance with inputs in its free fields; ``labels`` replace other fields."""
        numbers = tracer.inputs()
        made: Any = self.instance
        for steps in self._steps.values():
            made = mapped(made, steps, lambda _: next(numbers), "")
        fields = {name: getattr(made, name) for name in type(made).model_fields}
        return type(made).model_construct(**(fields | labels))

    def document(self, point: Sequence[Fraction]) -> dict[str, Any]:
        """Return the document of the instance whose inputs are the numbers of a point."""
        document, values = document_of(self.instance), iter(point)

        def number(_: Any) -> int | float:
            value = next(values)
            return int(value) if value.denominator == 1 else float(value)

        for steps in self._steps.values():
            document = mapped(document, steps, number, "")
        return document

    def point(self, document: Mapping[str, Any]) -> list[Fraction]:
        """Return the inputs in a document as fractions."""
        values: list[Fraction] = []
        for steps in self._steps.values():
            mapped(document, steps, lambda v: values.append(Fraction(exact_number(v) or 0)), "")
        return values

    # Assumptions

    def _bounds(self, field: str) -> Assumption:
        """Return the bounds of the instance class on a field; at least 0 unless it says more."""
        schema = _number_schema(type(self.instance).model_json_schema(), self._steps[field])
        above = schema.get("exclusiveMinimum")
        least = schema.get("minimum", above if above is not None else 0)
        words = [f"{'>' if above is not None else '>='} {least:g}"]
        rows: Rows = []
        limits = [(1, -exact_number(least), above is not None)]  # type: ignore[operator]
        for key, word in (("maximum", "<="), ("exclusiveMaximum", "<")):
            if key in schema and schema[key] < 1e15:  # larger ones only keep sums finite
                words.append(f"{word} {schema[key]:g}")
                limits.append((-1, exact_number(schema[key]), word == "<"))
        tracer = self.tracer(lambda *_: True)
        for k, own in enumerate(self.fields):
            for sign, constant, strict in limits if own == field else ():
                rows.append((Number({k: sign}, constant, tracer).row(), strict))
        name = f"{field} {' and '.join(words)}"
        real = "; integers count as real numbers" if schema.get("type") == "integer" else ""
        text = f"every number of {field} is a real number {' and '.join(words)}{real}"
        return Assumption(name, text, tuple(rows))

    def _class_rule(self, rule: Callable[..., Any]) -> Assumption | None:
        """Return the rows of a rule of the class about free fields, if they are linear."""
        names = list(signature(rule).parameters)
        if not {re.split(r"[.\[]", field)[0] for field in self.free} & set(names):
            return None
        text = " ".join((rule.__doc__ or rule.__name__).split()).rstrip(".")

        def run(tracer: Tracer) -> bool:
            made = self.symbolic(tracer)
            return next(iter(rule(**{name: getattr(made, name) for name in names})), None) is None

        try:
            clean = [rows for rows, is_valid in explored(self, run) if is_valid]
        except (TypeError, ValueError, ArithmeticError, InputError):
            clean = []
        if len(clean) == 1:
            return Assumption(rule.__name__, text, tuple(clean[0])) if clean[0] else None
        return Assumption(rule.__name__, f"not used, because it is not linear: {text}", ())

    def _stated(self, name: str, function: Callable[[Any], Any]) -> Assumption:
        """Return the rows that a user's function states."""
        tracer = self.tracer(lambda row, strict, _: (row, strict))
        rows: Rows = []
        for stated in function(self.symbolic(tracer)):
            each = stated if not isinstance(stated, Number) else stated >= 0
            if each is False or not isinstance(each, (bool, tuple, np.bool_)):
                rule = "must yield comparisons of inputs, or inputs that are >= 0"
                raise input_error(f"--assume {name}", rule, stated)
            rows += [each] if isinstance(each, tuple) else []
        text = " ".join((function.__doc__ or name).split()).rstrip(".")
        return Assumption(name, text, tuple(rows))

    def _named(self, spec: str) -> Assumption:
        """Return the rows of a named assumption on one field, or on all free fields."""
        name, _, field = spec.partition(":")
        if name not in NAMED:
            rule = f"is not an assumption {near_miss(name, NAMED)}; a function is file.py:function"
            raise input_error("--assume", rule, spec)
        if field and field not in self.free:
            raise input_error(f"--assume {spec}", "is about a field that is not free", field)
        words, rows_of = NAMED[name]
        rows: Rows = []
        fields = [field] if field else self.free
        made = self.symbolic(self.tracer(lambda *_: True))
        for each in fields:
            nested = _nested(made, self._steps[each])
            rows += [(number.row(), False) for number in rows_of(nested)]
        if not rows:
            raise input_error(f"--assume {spec}", "applies to no numbers of these fields", fields)
        return Assumption(spec, words.format(", ".join(fields)), tuple(rows))


def explored(family: InputFamily, run: Callable[[Tracer], Any]) -> list[tuple[Rows, Any]]:
    """Return, for all answers to the comparisons of a run, the rows and the result.

    Answers are tried although no input may lead to them.
    """
    results: list[tuple[Rows, Any]] = []
    waiting: list[list[bool]] = [[]]
    while waiting:
        path, rows = waiting.pop(), []
        if len(results) > _MOST_RUNS:
            raise input_error("check", f"compares inputs in more than {_MOST_RUNS} ways")

        def answer(
            row: Row, strict: bool, _: bool, path: list[bool] = path, rows: Any = rows
        ) -> bool:
            if len(rows) == len(path):
                waiting.append([*path, False])
                path.append(True)
            yes = path[len(rows)]
            rows.append((row, strict) if yes else (tuple(-a for a in row), not strict))
            return yes

        result = run(family.tracer(answer))
        results.append((rows, result))
    return results


# Named assumptions: rows that are at least 0, from the nested lists of a field.


def _innermost(nested: Any) -> Iterator[list[Number]]:
    if any(isinstance(each, list) for each in nested):
        for each in nested:
            yield from _innermost(each)
    else:
        yield nested


def _falling(nested: Any) -> Iterator[Number]:
    return (a - b for row in _innermost(nested) for a, b in pairwise(row))


def _rising(nested: Any) -> Iterator[Number]:
    return (-step for step in _falling(nested))


def _bends(nested: Any) -> Iterator[Number]:
    for row in _innermost(nested):
        yield from (2 * b - a - c for a, b, c in zip(row, row[1:], row[2:], strict=False))


def _column_order(nested: Any) -> Iterator[Number]:
    for one, other in pairwise(nested if isinstance(nested[0], list) else ()):
        yield from (b - a for a, b in zip(one, other, strict=True))


NAMED: dict[str, tuple[str, Callable[[Any], Iterator[Number]]]] = {
    "column-order": (
        "all columns of {} rank the rows alike: each row is >= the previous one",
        _column_order,
    ),
    "concave": (
        "each list of {} rises, by steps that never grow",
        lambda nested: iter([*_rising(nested), *_bends(nested)]),
    ),
    "convex": (
        "each list of {} falls, by steps that never grow",
        lambda nested: iter([*_falling(nested), *(-bend for bend in _bends(nested))]),
    ),
    "rising": ("each list of {} rises or stays equal", _rising),
    "sorted": ("each list of {} falls or stays equal", _falling),
}


# Paths to fields: ``latency``, ``residents[].temperature``, ``jobs[2].gain``.

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d*)\]")


def _steps_of(field: str) -> list[Any]:
    parts = _STEP.findall(field)
    if "".join(name or f"[{index}]" for name, index in parts) != field.replace(".", ""):
        raise input_error("--free", "must be a path such as latency or jobs[].gain", field)
    return [name or (int(index) if index else None) for name, index in parts]


def mapped(value: Any, steps: Sequence[Any], make: Callable[[Any], Any], subject: str) -> Any:
    """Return a copy of a value in which the numbers at the end of a path are replaced."""
    if not steps:
        return _mapped_numbers(value, make)
    step, *rest = steps
    if step is None or isinstance(step, int):
        keys: Any = value if isinstance(value, Mapping) else count()
        is_list = isinstance(value, (Mapping, list, tuple))
        if not is_list or (step is not None and step >= len(value)):
            raise input_error(subject, f"has no entry [{'' if step is None else step}]")
        values = value.values() if isinstance(value, Mapping) else value
        pairs = [
            (key, mapped(each, rest, make, subject) if step in (None, k) else each)
            for k, (key, each) in enumerate(zip(keys, values, strict=False))
        ]
        return dict(pairs) if isinstance(value, Mapping) else type(value)(v for _, v in pairs)
    if isinstance(value, BaseModel):
        fields = {name: getattr(value, name) for name in type(value).model_fields}
    else:
        fields = dict(value) if isinstance(value, Mapping) else {}
    if step not in fields:
        raise input_error(subject, f"{step!r} is not a field {near_miss(step, fields)}")
    fields[step] = mapped(fields[step], rest, make, subject)
    return type(value).model_construct(**fields) if isinstance(value, BaseModel) else fields


def _mapped_numbers(value: Any, make: Callable[[Any], Any]) -> Any:
    if isinstance(value, np.ndarray):
        made = np.empty(value.shape, dtype=object)
        made.flat = [make(each) for each in value.ravel().tolist()]
        return made
    if isinstance(value, (list, tuple)):
        return type(value)(_mapped_numbers(each, make) for each in value)
    return make(value)


def _nested(value: Any, steps: Sequence[Any]) -> Any:
    """Return the numbers at the end of a path as nested lists."""
    if not steps:
        value = value.tolist() if isinstance(value, np.ndarray) else value
        return [_nested(each, ()) for each in value] if isinstance(value, (list, tuple)) else value
    step, *rest = steps
    if step is None:
        values = value.values() if isinstance(value, Mapping) else value
        return [_nested(each, rest) for each in values]
    inside = value[step] if isinstance(value, Mapping | list | tuple) else getattr(value, step)
    return _nested(inside, rest)


def _number_schema(root: dict[str, Any], steps: Sequence[Any]) -> dict[str, Any]:
    """Return the JSON Schema of the numbers at the end of a path."""

    def resolved(nodes: Sequence[Any]) -> Iterator[dict[str, Any]]:
        for node in nodes:
            if "$ref" in node:
                yield from resolved([root["$defs"][node["$ref"].rpartition("/")[2]]])
            else:
                yield node
                yield from resolved([*node.get("anyOf", ()), *node.get("allOf", ())])

    nodes: list[Any] = [root]
    for step in [*steps, *[None] * 9]:  # and through the lists at its end
        numbers = [node for node in resolved(nodes) if node.get("type") in ("number", "integer")]
        if numbers:
            return numbers[0]
        if isinstance(step, str):
            inside = [node.get("properties", {}).get(step) for node in resolved(nodes)]
        else:
            inside = [
                node.get("items") or node.get("additionalProperties") for node in resolved(nodes)
            ]
        nodes = [node for node in inside if isinstance(node, dict)]
    return {}
