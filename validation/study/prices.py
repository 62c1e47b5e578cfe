"""Prices of a swept field: lines that bound the optimum at every value of the field.

The duals of the relaxation at one value give a valid bound at each other value.  This bound is
linear in the field if only right-hand sides and bounds of the exact model change.  The bound is
evaluated in fractions at every value.  The line bounds the optimum but is not its rate of change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...core.faults import input_error
from ...core.gaps import Sense
from ...core.schema import Instance
from ...solvers.engines import StandardForm, standard_form
from ...solvers.proofs import WholeModel, exact, relaxed_prices
from ..catalogue import problem_of
from ..explaining import exact_model

_MOST_ENTRIES = 2_000_000  # of all models of a sweep together

Row = tuple[tuple[tuple[int, Fraction], ...], Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Price:
    """A line that bounds the optimum: it has the ``slope``, and it equals ``bound`` at ``value``.

    It is proven for the values of the sweep from ``first`` to ``last``.
    """

    value: float
    bound: Fraction
    slope: Fraction
    first: float
    last: float
    sense: Sense

    def at(self, value: float) -> Fraction:
        """Return the bound at another value of the field."""
        return self.bound + self.slope * (
            Fraction(exact(float(value))) - Fraction(exact(self.value))
        )

    @property
    def line(self) -> tuple[Fraction, Fraction]:
        """The slope, and the bound at value 0; together they identify the line."""
        return self.slope, self.at(0)

    def as_document(self) -> dict[str, float]:
        """Return the document for ``--json``."""
        return {
            "value": self.value,
            "bound": float(self.bound),
            "slope": float(self.slope),
            "first": self.first,
            "last": self.last,
        }

    def in_words(self, field: str) -> str:
        """Return the bound as a sentence about the field."""
        word = "least" if self.sense == "minimize" else "most"
        sign = "+" if self.slope >= 0 else "-"
        step = f"{float(abs(self.slope)):.10g} ({field} - {self.value:.10g})"
        line = f"{float(self.bound):.10g}" + (f" {sign} {step}" if self.slope else "")
        values = f"from {self.first:.10g} to {self.last:.10g}"
        return f"for {field} {values}, the objective of every plan is at {word} {line} (proven)"


def prices_of(instances: Sequence[Instance], values: Sequence[float]) -> list[Price | None]:
    """Return the price at each value of a field; the instances differ in this field only.

    A price is ``None`` if no line is proven, as when the field changes coefficients or costs.
    """
    entry = problem_of(instances[0])
    if hasattr(entry.formulation, "max_objectives"):
        raise input_error("prices", "exist only for one objective; a front has several", entry.name)
    forms = []
    for instance in instances:
        forms.append(standard_form(exact_model(instance)))
        if len(instances) * forms[-1].matrix.nnz > _MOST_ENTRIES:
            return [None] * len(values)
    if any(form.infeasible is not None for form in forms):
        return [None] * len(values)
    every = [_Exact(form) for form in forms]
    return [_price(forms[k], *_like(k, every, values)) for k in range(len(values))]


def _like(
    place: int, forms: Sequence[_Exact], values: Sequence[float]
) -> tuple[int, Sequence[_Exact], Sequence[float]]:
    """Return (place in the range, forms, values) for the range of forms with equal coefficients."""
    first = last = place
    while first > 0 and forms[first - 1].is_like(forms[place]):
        first -= 1
    while last + 1 < len(forms) and forms[last + 1].is_like(forms[place]):
        last += 1
    return place - first, forms[first : last + 1], values[first : last + 1]


def _price(
    form: StandardForm, place: int, forms: Sequence[_Exact], values: Sequence[float]
) -> Price | None:
    """Return the line that the duals at one value prove, or ``None`` if the bounds are no line."""
    given = relaxed_prices(form)
    if given is None:
        return None
    prices = forms[place].of_divided_rows(given)
    bounds = [form.bound(prices) for form in forms]
    here, value = bounds[place], float(values[place])
    if here is None:
        return None
    slopes = set()
    for bound, other in zip(bounds, values, strict=True):
        step = Fraction(exact(float(other))) - Fraction(exact(value))
        if bound is None:
            return None
        if step:
            slopes.add((bound - here) / step)
    if len(slopes) != 1:
        return None
    sign = 1 if form.sense == "minimize" else -1
    ends = float(min(values)), float(max(values))
    return Price(value, sign * here, sign * slopes.pop(), *ends, form.sense)


class _Exact:
    """A standard form in fractions; each row is divided by the size of its first coefficient."""

    def __init__(self, form: StandardForm) -> None:
        self.model = model = WholeModel.of(form)
        self.cost = {j: Fraction(a, model.cost_scale) for j, a in model.cost}
        firsts = [abs(row.terms[0][1]) if row.terms else row.scale for row in model.rows]
        pairs = list(zip(model.rows, firsts, strict=True))
        self.sizes = [Fraction(first, row.scale) for row, first in pairs]
        self.rows: list[Row] = [
            (
                tuple((j, Fraction(a, first)) for j, a in row.terms),
                None if row.lower is None else Fraction(row.lower, first),
                None if row.upper is None else Fraction(row.upper, first),
            )
            for row, first in pairs
        ]

    def is_like(self, other: _Exact) -> bool:
        """Return whether two forms differ in right-hand sides and bounds only."""
        return (
            self.cost == other.cost
            and self.model.constant == other.model.constant
            and [terms for terms, _, _ in self.rows] == [terms for terms, _, _ in other.rows]
        )

    def of_divided_rows(self, prices: Iterable[Fraction]) -> list[Fraction]:
        """Return prices of the divided rows that equal the given prices of the undivided rows."""
        return [price * size for price, size in zip(prices, self.sizes, strict=True)]

    def bound(self, prices: Sequence[Fraction]) -> Fraction | None:
        """Return the bound that prices of the rows prove, or ``None`` if it is infinite."""
        total, reduced = Fraction(self.model.constant), dict(self.cost)
        for price, (terms, low, high) in zip(prices, self.rows, strict=True):
            if not price:
                continue
            side = low if price > 0 else high
            if side is None:
                return None
            total += price * side
            for j, a in terms:
                reduced[j] = reduced.get(j, Fraction(0)) - price * a
        for j, rest in reduced.items():
            end = self.model.lower[j] if rest > 0 else self.model.upper[j]
            if rest and end is None:
                return None
            total += rest * (end or 0)
        return total
