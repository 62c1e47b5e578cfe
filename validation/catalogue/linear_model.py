"""The problem linear_model: a linear or mixed integer program from an MPS or LP file.

`load` reads such a file as an instance, so that every command accepts it. The problem is not in the
catalogue, and `optgap problems` does not list it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import fsum, inf, isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from ...core.faults import Fault, near_miss, repeated_names
from ...core.gaps import Sense
from ...core.schema import Instance, Many, Name, Part, Rule
from ..judge import TOLERANCE, Decision, Judge
from .description import Problem

if TYPE_CHECKING:
    from ...solvers.engines import StandardForm

Place: TypeAlias = tuple[str, int, tuple[str, ...], bool]
_WHOLE = 1e-6  # an engine's tolerance for integers; its values are rounded before


class ModelColumn(Part):
    """A variable: its bounds (omitted: unbounded), its integrality, and its cost."""

    name: Name
    lower: float | None = None
    upper: float | None = None
    integer: bool = False
    cost: float = 0.0


class Row(Part):
    """A constraint: the coefficients by variable, and its bounds (omitted: unbounded)."""

    name: Name
    lower: float | None = None
    upper: float | None = None
    terms: dict[str, float]


def names_agree(columns: tuple[ModelColumn, ...], rows: tuple[Row, ...]) -> Iterator[Fault]:
    """Yield a fault for each repeated name, and each row that has an unknown variable."""
    yield from repeated_names("columns", (column.name for column in columns))
    yield from repeated_names("rows", (row.name for row in rows))
    known = {column.name for column in columns}
    for i, row in enumerate(rows):
        for name in row.terms.keys() - known:
            yield Fault.of(f"rows[{i}].terms", f"is not a variable {near_miss(name, known)}", name)


class LinearModel(Instance):
    """A linear or mixed integer program: variables, constraints and the sense of the objective."""

    RULES: ClassVar[tuple[Rule, ...]] = (names_agree,)

    problem: Literal["linear_model"] = "linear_model"
    sense: Sense = "minimize"
    constant: float = 0.0
    columns: Many[ModelColumn]
    rows: Many[Row] = ()

    def sweep_fields(self) -> dict[str, bool]:
        """Return, by name, whether a larger value of each swept number only allows more plans.

        The name of a row means its right-hand side, the name of a variable its cost.  Instead of an
        ambiguous name, only ``row.upper``, ``row.lower`` and ``variable.cost`` can be used.
        """
        found = {name: is_looser for name, (*_, is_looser) in self._places.items()}
        return {**super().sweep_fields(), **found}

    def with_number(self, name: str, value: float) -> LinearModel:
        """Return the model with a right-hand side or cost, named as in `sweep_fields`, replaced."""
        if name not in self._places:
            return super().with_number(name, value)
        group, k, sides, _ = self._places[name]
        parts = [part.model_dump() for part in getattr(self, group)]
        parts[k] |= dict.fromkeys(sides, value)
        return self.replaced(**{group: parts})

    @cached_property
    def _places(self) -> dict[str, Place]:
        """By name, a number's (group, index, fields), and whether a larger one only adds plans."""
        found: dict[str, Place] = {}
        twice = {row.name for row in self.rows} & {column.name for column in self.columns}
        for k, column in enumerate(self.columns):
            place = ("columns", k, ("cost",), False)
            found[f"{column.name}.cost"] = place
            if column.name not in twice:
                found[column.name] = place
        mixed = any(column.integer for column in self.columns)  # the optimum is a staircase
        for k, row in enumerate(self.rows):
            sides = tuple(side for side in ("lower", "upper") if getattr(row, side) is not None)
            for side in sides:
                found[f"{row.name}.{side}"] = ("rows", k, (side,), mixed and side == "upper")
            if row.name not in twice and (len(sides) == 1 or row.lower == row.upper):
                found[row.name] = ("rows", k, sides, mixed and sides == ("upper",))
        return found

    @classmethod
    def of_file(cls, path: Path) -> LinearModel:
        """Return the model in an MPS or LP file, with the file's names of variables and rows."""
        from ...solvers.engines import model_in_file

        return cls.of_form(model_in_file(path), path.name.split(".")[0] or path.name, path.name)

    @classmethod
    def of_form(cls, form: StandardForm, name: str, source: str | None = None) -> LinearModel:
        """Return the model of a standard form, with one `Row` for each of its constraints."""
        matrix = form.matrix.tocsr()
        names = [form.column_name(j) for j in range(form.shape[1])]
        columns = [
            {"name": name, "integer": bool(whole), "cost": form.sign * float(cost), **sides}
            for name, whole, cost, sides in zip(
                names, form.integer, form.cost, _sides(form.lower, form.upper), strict=True
            )
        ]
        rows = []
        for i, sides in enumerate(_sides(form.row_lower, form.row_upper)):
            entries = slice(matrix.indptr[i], matrix.indptr[i + 1])
            inside = [names[j] for j in matrix.indices[entries].tolist()]
            terms = dict(zip(inside, matrix.data[entries].tolist(), strict=True))
            rows.append({"name": form.row_name(i), "terms": terms, **sides})
        return cls(
            name=name,
            source=source,
            sense=form.sense,
            constant=form.sign * float(form.constant),
            columns=columns,  # type: ignore[arg-type]
            rows=rows,  # type: ignore[arg-type]
        )


def _sides(lower: Any, upper: Any) -> Iterator[dict[str, float]]:
    for low, high in zip(lower.tolist(), upper.tolist(), strict=True):
        sides = {"lower": low, "upper": high}
        yield {name: side for name, side in sides.items() if not isinf(side)}


class Values(Decision):
    """A decision: the value of each variable."""

    NAMES: ClassVar = {"values": ("columns",)}
    COMPLETE: ClassVar = ("values",)
    values: dict[str, float]


problem = Problem("linear_model", LinearModel, Values, sense=lambda instance: instance.sense)


@problem.check
def check(instance: LinearModel, decision: Values, judge: Judge) -> float:
    """Check the bounds of variables and rows and the integrality; return the objective."""
    values = decision.values
    for column in instance.columns:
        value = values[column.name]
        _judge_sides(judge, "bound", column, value, abs(value))
        if column.integer and abs(value - round(value)) > _WHOLE:
            judge.fault("integer", column.name, f"{value:g} is not an integer")
    for row in instance.rows:
        terms = [factor * values[name] for name, factor in row.terms.items()]
        _judge_sides(judge, "row", row, fsum(terms), max(map(abs, terms), default=0.0))
    return instance.constant + fsum(
        column.cost * values[column.name] for column in instance.columns
    )


def _judge_sides(
    judge: Judge, kind: str, part: ModelColumn | Row, value: float, size: float
) -> None:
    for side, sign, words in ((part.upper, 1, "above"), (part.lower, -1, "below")):
        beyond = 0.0 if side is None else sign * (value - side)
        if side is not None and beyond > TOLERANCE * max(abs(side), size):
            judge.fault(kind, part.name, f"{value:.15g} is {words} {side:.15g}", beyond)


@problem.model
def model(instance: LinearModel) -> Any:
    """Build the program; ``column`` and ``row`` are indexed by the names in the file."""
    import pyomo.environ as pyo
    from pyomo.core.expr.numeric_expr import LinearExpression

    columns = {column.name: column for column in instance.columns}
    rows = {row.name: row for row in instance.rows}
    m = pyo.ConcreteModel(name=instance.name)
    m.is_of_file = True
    m.column = pyo.Var(
        list(columns),
        domain=lambda _, name: pyo.Integers if columns[name].integer else pyo.Reals,
        bounds=lambda _, name: (columns[name].lower, columns[name].upper),
    )

    def linear(terms: dict[str, float], constant: float = 0.0) -> Any:
        parts = [m.column[name] for name in terms]
        return LinearExpression(
            constant=constant, linear_coefs=list(terms.values()), linear_vars=parts
        )

    costs = {name: column.cost for name, column in columns.items() if column.cost}
    sense = pyo.minimize if instance.sense == "minimize" else pyo.maximize
    m.objective = pyo.Objective(expr=linear(costs, instance.constant), sense=sense)

    def row(m: Any, name: str) -> Any:
        """Return the constraint of a row; without variables it is trivially true or false."""
        part = rows[name]
        if not part.terms or (part.lower is None and part.upper is None):
            holds = (part.lower or 0) <= 0 <= (part.upper or 0)
            return pyo.Constraint.Feasible if holds else pyo.Constraint.Infeasible
        return pyo.inequality(part.lower, linear(part.terms), part.upper)

    m.row = pyo.Constraint(list(rows), rule=row)
    return m


@problem.read
def read(instance: LinearModel, m: Any, duals: Any) -> dict[str, Any]:
    """Return the value of each variable; without one, the value nearest to 0 in its bounds."""
    return {
        "values": {
            column.name: float(_value(m.column[column.name].value, column))
            for column in instance.columns
        }
    }


def _value(value: float | None, column: ModelColumn) -> float:
    if value is not None:
        return round(value) if column.integer else value
    lower = -inf if column.lower is None else column.lower
    upper = inf if column.upper is None else column.upper
    return min(max(0.0, lower), upper)
