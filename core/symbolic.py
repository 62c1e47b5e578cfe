"""Symbolic numbers: linear forms in the inputs, whose comparisons are questions to a tracer.

A comparison of two forms is the question whether their difference is above, or at least, zero.  The
same class serves the search for a guarantee and its verification; each brings its own answers.
"""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any, TypeAlias

from .decimals import as_written, common_unit

Row: TypeAlias = tuple[int, ...]  # coefficients of the inputs, then the constant: a row is >= 0
Rows = list[tuple[Row, bool]]  # with strict rows as True
Answer: TypeAlias = Callable[[Row, bool, bool], Any]


class NotLinearError(TypeError):
    """An error: an operation on inputs whose result is no linear form."""


class RunEnd(BaseException):
    """An end of a run by its tracer, with the error that explains it; methods do not catch it."""


class Tracer:
    """The inputs of one run, and the rows that its comparisons have established.

    ``answer(row, strict, tie)`` says whether the row is >= 0, or > 0 if ``strict``; with ``tie``
    the opposite answer means equality, because the run already knows that the row is <= 0.
    ``facts`` maps each established row to whether it is strict.
    """

    def __init__(self, fields: Sequence[str], answer: Answer, facts: dict[Row, bool]) -> None:
        self.fields, self.answer, self.facts = fields, answer, dict(facts)

    def ask(self, form: Number, strict: bool, tie: bool = False) -> Any:
        """Return whether a form is >= 0, or > 0; facts that follow from one row are not asked."""
        row = form.row()
        if not form.terms:
            return form.constant > 0 or (form.constant == 0 and not strict)
        minus = opposite(row)
        if row in self.facts and (self.facts[row] or not strict):
            return True
        if minus in self.facts and (self.facts[minus] or strict):
            return False
        answer = self.answer(row, strict, tie)
        if isinstance(answer, bool):
            known, is_strict = (row, strict) if answer else (minus, not strict)
            self.facts[known] = self.facts.get(known, False) or is_strict
        return answer

    @property
    def rows(self) -> list[tuple[Row, bool]]:
        """The established rows in their order."""
        return list(self.facts.items())


def opposite(row: Row) -> Row:
    """Return minus a row."""
    return tuple(-a for a in row)


def exact_number(value: Any) -> Any:
    """Return a finite number as the decimal that it prints; ``None`` for all else."""
    if isinstance(value, Rational):
        return int(value) if isinstance(value, Integral) else Fraction(value)
    is_decimal = isinstance(value, Real) and math.isfinite(value)
    return as_written(float(value)) if is_decimal else None


def _constant_only(words: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operation that is refused for inputs, with these words."""

    def operation(self: Number, *others: Any) -> Any:
        if self.terms:
            raise self.refuse(words)
        return function(self.constant, *others)

    return operation


def _comparison(strict: bool, sign: int) -> Callable[[Any, Any], Any]:
    """Return the comparison that asks whether sign * (other - self) is >= 0, or > 0."""

    def compare(self: Number, other: Any) -> Any:
        if (number := self.of(other)) is not None:
            return self.tracer.ask((number - self) * sign, strict)
        is_infinite = isinstance(other, Real)  # or NaN; every input is finite
        return sign * float(other) > 0 if is_infinite else NotImplemented

    return compare


class Number:
    """A linear form: coefficients by input, and a constant."""

    __slots__ = ("constant", "terms", "tracer")

    def __init__(self, terms: dict[int, Any], constant: Any, tracer: Tracer) -> None:
        self.terms, self.constant, self.tracer = terms, constant, tracer

    def form(self) -> tuple[Any, ...]:
        """Return the coefficients of all inputs, and the constant."""
        return (*(self.terms.get(k, 0) for k in range(len(self.tracer.fields))), self.constant)

    def row(self) -> Row:
        """Return the form as coprime integers."""
        form = self.form()
        unit = common_unit(form)
        return tuple(int(a / unit) for a in form)

    def refuse(self, words: str, *others: Number) -> NotLinearError:
        """Return the error of an operation that is not linear, with the fields of the inputs."""
        used = dict.fromkeys(self.tracer.fields[k] for each in (self, *others) for k in each.terms)
        return NotLinearError(f"{words}: not linear in {', '.join(used)}")

    def of(self, other: Any) -> Number | None:
        """Return another number, or a constant, as a form."""
        value = other if isinstance(other, Number) else exact_number(other)
        return (
            value if value is None or isinstance(value, Number) else Number({}, value, self.tracer)
        )

    def __add__(self, other: Any) -> Any:
        if (number := self.of(other)) is None:
            return NotImplemented
        sums = {k: self.terms.get(k, 0) + a for k, a in number.terms.items()}
        terms = {k: a for k, a in (self.terms | sums).items() if a}
        return Number(terms, self.constant + number.constant, self.tracer)

    def __mul__(self, other: Any) -> Any:
        if (number := self.of(other)) is None:
            return NotImplemented
        if number.terms and self.terms:
            raise self.refuse("product of two inputs", number)
        factor, form = (self.constant, number) if number.terms else (number.constant, self)
        terms = {k: a * factor for k, a in form.terms.items() if factor}
        return Number(terms, form.constant * factor, self.tracer)

    def __truediv__(self, other: Any) -> Any:
        if (number := self.of(other)) is None:
            return NotImplemented
        if number.terms:
            raise number.refuse("division by an input")
        return self * (Fraction(1) / number.constant)

    def __rtruediv__(self, other: Any) -> Any:
        return Number({}, exact_number(other), self.tracer) / self

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __eq__(self, other: object) -> Any:
        if (number := self.of(other)) is None:
            return False if isinstance(other, Real) else NotImplemented
        if self.tracer.ask(number - self, True):
            return False
        return not self.tracer.ask(self - number, True, tie=True)

    __radd__, __rmul__ = __add__, __mul__
    __lt__, __le__ = _comparison(True, 1), _comparison(False, 1)
    __gt__, __ge__ = _comparison(True, -1), _comparison(False, -1)
    __float__, __int__ = _constant_only("float()", float), _constant_only("int()", int)
    __round__, __hash__ = _constant_only("round()", round), _constant_only("hash()", hash)
    __floor__, __ceil__ = _constant_only("floor()", math.floor), _constant_only("ceil()", math.ceil)
    __bool__ = _constant_only("truth value of an input", bool)
    __floordiv__ = _constant_only("// of an input", operator.floordiv)
    __mod__ = _constant_only("% of an input", operator.mod)
    __pow__ = _constant_only("power of an input", operator.pow)


class Extreme:
    """The maximum of linear forms (sign 1), or their minimum (sign -1), before it is compared."""

    def __init__(self, numbers: Sequence[Number], sign: int) -> None:
        self.numbers, self.sign = list({each.form(): each for each in numbers}.values()), sign

    def chosen(self) -> Number:
        """Return the extreme form, found by comparisons."""
        best = self.numbers[0]
        for other in self.numbers[1:]:
            best = other if (other - best) * self.sign > 0 else best
        return best

    def __add__(self, other: Any) -> Any:
        other = chosen(other)
        return Extreme([number + other for number in self.numbers], self.sign)

    __radd__ = __add__


def is_symbolic(value: Any) -> bool:
    """Return whether a value is a form, or an extreme of forms."""
    return isinstance(value, (Number, Extreme))


def chosen(value: Any) -> Any:
    """Return the form that an `Extreme` is, after comparisons; other values are unchanged."""
    return value.chosen() if isinstance(value, Extreme) else value


def _after_comparisons(name: str) -> Callable[..., Any]:
    return lambda self, *others: getattr(self.chosen(), name)(*map(chosen, others))


for _name in ("lt", "le", "gt", "ge", "sub", "rsub", "mul", "rmul", "truediv", "neg", "float"):
    setattr(Extreme, f"__{_name}__", _after_comparisons(f"__{_name}__"))


def _lazy(usual: Callable[..., Any], sign: int) -> Callable[..., Any]:
    def extreme(*given: Any, **how: Any) -> Any:
        values = list(given[0] if len(given) == 1 else given)
        zeros = [
            v.numbers[0] * 0 if isinstance(v, Extreme) else v * 0 for v in values if is_symbolic(v)
        ]
        if how or not zeros:
            return usual(values, **how)
        several = [v.numbers if getattr(v, "sign", 0) == sign else [chosen(v)] for v in values]
        return Extreme([zeros[0] + part for parts in several for part in parts], sign)

    return extreme


@contextmanager
def lazy_extremes() -> Iterator[None]:
    """Context manager: `max` and `min` of inputs stay uncompared, as an `Extreme`."""
    kept = builtins.max, builtins.min
    builtins.max, builtins.min = _lazy(kept[0], 1), _lazy(kept[1], -1)
    try:
        yield
    finally:
        builtins.max, builtins.min = kept
