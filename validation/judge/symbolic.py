"""Symbolic numbers: linear forms in the inputs, whose comparisons are questions to a tracer.

A comparison of two forms is the question whether their difference is above, or at least, zero.  The
same class serves the search for a guarantee and its verification; each brings its own answers.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import gcd, lcm
from numbers import Integral, Rational, Real
from typing import Any, TypeAlias

from ...core.decimals import as_written

Row: TypeAlias = tuple[int, ...]  # coefficients of the inputs, then the constant: a row is >= 0
Answer: TypeAlias = Callable[[Row, bool, bool], Any]


class NotLinearError(TypeError):
    """An error: an operation on inputs whose result is no linear form."""


class Tracer:
    """The inputs of one run, and the rows that its comparisons have established.

    ``answer(row, strict, tie)`` says whether the row is >= 0, or > 0 if ``strict``; with ``tie``
    the opposite answer means equality, because the run already knows that the row is <= 0.
    """

    def __init__(self, fields: Sequence[str], answer: Answer, facts: dict[Row, bool]) -> None:
        self.fields, self.answer, self.facts = fields, answer, dict(facts)

    def inputs(self) -> Iterator[Number]:
        """Yield the inputs in the order of their numbers."""
        return (Number({k: 1}, 0, self) for k in range(len(self.fields)))

    def ask(self, form: Number, strict: bool, tie: bool = False) -> Any:
        """Return whether a form is >= 0, or > 0; facts that follow from one row are not asked."""
        row = form.row()
        minus = tuple(-a for a in row)
        if not form.terms:
            return row[-1] > 0 or (row[-1] == 0 and not strict)
        if row in self.facts and (self.facts[row] or not strict):
            return True
        if minus in self.facts and (self.facts[minus] or strict):
            return False
        answer = self.answer(row, strict, tie)
        if isinstance(answer, bool):
            known, is_strict = (row, strict) if answer else (minus, not strict)
            self.facts[known] = self.facts.get(known, False) or is_strict
        return answer


def exact_number(value: Any) -> int | Fraction | None:
    """Return a finite number as the decimal that it prints; ``None`` for all else."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return Fraction(value)
    if isinstance(value, Real) and math.isfinite(value):
        return as_written(float(value))
    return None


class Number:
    """A linear form: coefficients by input, and a constant."""

    __slots__ = ("constant", "terms", "tracer")

    def __init__(self, terms: dict[int, Any], constant: Any, tracer: Tracer) -> None:
        self.terms, self.constant, self.tracer = terms, constant, tracer

    def form(self) -> tuple[Any, ...]:
        """Return the coefficients of all inputs, and the constant."""
        get = self.terms.get
        return (*(get(k, 0) for k in range(len(self.tracer.fields))), self.constant)

    def row(self) -> Row:
        """Return the form as coprime integers."""
        form = self.form()
        scale = lcm(*(a.denominator for a in form))
        whole = [int(a * scale) for a in form]
        common = gcd(*whole) or 1
        return tuple(a // common for a in whole)

    def refuse(self, words: str, *others: Any) -> NotLinearError:
        """Return the error of an operation that is not linear, with the fields of the inputs."""
        numbers = [self, *(other for other in others if isinstance(other, Number))]
        used = {self.tracer.fields[k]: None for number in numbers for k in number.terms}
        return NotLinearError(f"{words}: not linear in {', '.join(used)}")

    def _of(self, other: Any) -> Number | None:
        if isinstance(other, Number):
            return other
        value = exact_number(other)
        return None if value is None else Number({}, value, self.tracer)

    def __add__(self, other: Any) -> Any:
        number = self._of(other)
        if number is None:
            if isinstance(other, Real):
                raise self.refuse("sum with an infinity or NaN")
            return NotImplemented
        terms = dict(self.terms)
        for k, a in number.terms.items():
            total = terms.get(k, 0) + a
            if total:
                terms[k] = total
            else:
                terms.pop(k, None)
        return Number(terms, self.constant + number.constant, self.tracer)

    __radd__ = __add__

    def __neg__(self) -> Number:
        return Number({k: -a for k, a in self.terms.items()}, -self.constant, self.tracer)

    def __pos__(self) -> Number:
        return self

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        number = self._of(other)
        if number is None:
            if isinstance(other, Real):
                raise self.refuse("product with an infinity or NaN")
            return NotImplemented
        if number.terms and self.terms:
            raise self.refuse("product of two inputs", number)
        factor, form = (self.constant, number) if number.terms else (number.constant, self)
        terms = {k: a * factor for k, a in form.terms.items()} if factor else {}
        return Number(terms, form.constant * factor, self.tracer)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        number = self._of(other)
        if number is None:
            return NotImplemented
        if number.terms:
            raise self.refuse("division by an input", number)
        return self * (Fraction(1) / number.constant)

    def __rtruediv__(self, other: Any) -> Any:
        return NotImplemented if (number := self._of(other)) is None else number / self

    def __abs__(self) -> Number:
        return self if self >= 0 else -self

    def _compare(self, other: Any, strict: bool, sign: int) -> Any:
        """Ask whether sign * (other - self) is >= 0, or > 0 if ``strict``."""
        number = self._of(other)
        if number is None:
            if isinstance(other, Real):  # an infinity or NaN: every input is finite
                return sign * float(other) > 0
            return NotImplemented
        return self.tracer.ask((number - self) * sign, strict)

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, True, 1)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, False, 1)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, True, -1)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, False, -1)

    def __eq__(self, other: object) -> Any:
        number = self._of(other)
        if number is None:
            return False if isinstance(other, Real) else NotImplemented
        if self.tracer.ask(number - self, True):
            return False
        return not self.tracer.ask(self - number, True, tie=True)

    def __float__(self) -> float:
        return float(self._constant("float()"))

    def __int__(self) -> int:
        return int(self._constant("int()"))

    def __bool__(self) -> bool:
        return bool(self._constant("the truth value of an input"))

    def __hash__(self) -> int:
        return hash(self._constant("hash()"))

    def __round__(self, digits: int | None = None) -> Any:
        return round(self._constant("round()"), digits)

    def __floor__(self) -> int:
        return math.floor(self._constant("floor()"))

    def __ceil__(self) -> int:
        return math.ceil(self._constant("ceil()"))

    def __floordiv__(self, other: Any) -> Any:
        return self._constant("// of an input") // other

    def __rfloordiv__(self, other: Any) -> Any:
        return other // self._constant("// by an input")

    def __mod__(self, other: Any) -> Any:
        return self._constant("% of an input") % other

    def __pow__(self, other: Any) -> Any:
        return self._constant("power of an input") ** other

    def _constant(self, words: str) -> Any:
        if self.terms:
            raise self.refuse(words)
        return self.constant


class Extreme:
    """The maximum of linear forms (sign 1), or their minimum (sign -1), before it is compared."""

    def __init__(self, numbers: Sequence[Number], sign: int) -> None:
        self.numbers, self.sign = list({each.form(): each for each in numbers}.values()), sign

    def chosen(self) -> Number:
        """Return the extreme form, found by comparisons."""
        best = self.numbers[0]
        for other in self.numbers[1:]:
            if (other - best) * self.sign > 0:
                best = other
        return best

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Extreme):
            if other.sign != self.sign:
                return self + other.chosen()
            return Extreme([a + b for a in self.numbers for b in other.numbers], self.sign)
        return Extreme([number + other for number in self.numbers], self.sign)

    __radd__ = __add__

    def __mul__(self, factor: Any) -> Any:
        sign = self.sign if factor >= 0 else -self.sign
        return Extreme([number * factor for number in self.numbers], sign)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __truediv__(self, other: Any) -> Any:
        return self * (Fraction(1) / exact_number(other))  # type: ignore[operator]

    def __lt__(self, other: Any) -> Any:
        return self.chosen() < _plain(other)

    def __le__(self, other: Any) -> Any:
        return self.chosen() <= _plain(other)

    def __gt__(self, other: Any) -> Any:
        return self.chosen() > _plain(other)

    def __ge__(self, other: Any) -> Any:
        return self.chosen() >= _plain(other)

    def __float__(self) -> float:
        return float(self.chosen())


def _plain(value: Any) -> Any:
    return value.chosen() if isinstance(value, Extreme) else value


@contextmanager
def lazy_extremes() -> Iterator[None]:
    """Context manager: `max` and `min` of inputs stay uncompared, as an `Extreme`."""
    kept = builtins.max, builtins.min

    def lazy(usual: Callable[..., Any], sign: int) -> Callable[..., Any]:
        def extreme(*given: Any, **how: Any) -> Any:
            values = list(given[0]) if len(given) == 1 else list(given)
            number = next((v for v in values if isinstance(v, (Number, Extreme))), None)
            if number is None or "key" in how:
                return usual(values, **how)
            parts: list[Any] = []
            for value in values:
                is_same = isinstance(value, Extreme) and value.sign == sign
                parts += value.numbers if is_same else [_plain(value)]
            tracer = next(part.tracer for part in parts if isinstance(part, Number))
            return Extreme([Number({}, 0, tracer) + part for part in parts], sign)

        return extreme

    builtins.max, builtins.min = lazy(kept[0], 1), lazy(kept[1], -1)
    try:
        yield
    finally:
        builtins.max, builtins.min = kept
