"""Suspicious parts of a linear model, by name.

The thresholds are common ones (MathOptAnalyzer.jl; HiGHS works with a tolerance of 1e-7 and warns
beyond 1e5). A finding is not an error but a possible cause of one.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np
import pyomo.environ as pyo

from ...core.arrays import BoolArray, FloatArray
from ...core.display import ShortDisplay
from ...core.run import Run
from ..engines import StandardForm, engine_named, load_highs, solve_form, standard_form

# The findings of a diagnosis: suspicions, each with the families concerned.


_HARMLESS = {"implied rows", "doubled rows", "unused variables", "fractional"}


@dataclass(frozen=True)
class Suspicion:
    """One suspicious part: its kind, the families of rows or columns concerned, and a message."""

    kind: str
    families: tuple[str, ...]
    words: str

    @property
    def breaks_engines(self) -> bool:
        """Whether this part may cause an engine to return a wrong result or to give up."""
        return self.kind not in _HARMLESS

    def __str__(self) -> str:
        return f"{', '.join(self.families)}: {self.words}" if self.families else self.words


@dataclass(frozen=True, repr=False)
class Diagnosis(ShortDisplay):
    """All findings about a model."""

    name: str
    findings: tuple[Suspicion, ...]

    def of_kind(self, kind: str) -> list[Suspicion]:
        """Return the findings of one kind."""
        return [finding for finding in self.findings if finding.kind == kind]

    def as_document(self) -> dict[str, Any]:
        """Return the findings as plain data."""
        listed = [{"kind": f.kind, "families": list(f.families), "words": f.words}
                 for f in self.findings]  # fmt: skip
        return {"name": self.name, "findings": listed}

    def __str__(self) -> str:
        if not self.findings:
            return f"{self.name}: nothing suspicious"
        return "\n".join([f"{self.name}:", *(f"  {finding}" for finding in self.findings)])


_DUST, _SMALL, _LARGE, _SPREAD = 1e-9, 1e-5, 1e5, 1e6
_FRACTIONAL = 1e-6
_NAMED = 3  # members that a finding names


def diagnose(
    model: pyo.ConcreteModel, *, relaxation: bool = True, run: Run | None = None
) -> Diagnosis:
    """Return the suspicious parts of a linear Pyomo model.

    With ``relaxation`` its linear relaxation is solved too: the findings include how fractional
    it is or, if it is unbounded, which variables grow.
    """
    run = run or Run("minimize", time_limit=10.0)
    return diagnosis_of(model.name, standard_form(model), run if relaxation else None)


def diagnosis_of(name: str, form: StandardForm, run: Run | None = None) -> Diagnosis:
    """Return the suspicious parts of a standard form, with ``run`` also of its relaxation."""
    if form.infeasible is not None:
        return Diagnosis(name, (Suspicion("empty rows", (), form.infeasible),))
    look = _Look(form)
    findings = [*look.coefficients(), *look.large_switches(), *look.rows(), *look.columns()]
    if run is not None:
        findings += look.relaxation(run)
    return Diagnosis(name, tuple(findings))


class _Look:
    """A form to be examined, with the family of each row and column."""

    def __init__(self, form: StandardForm) -> None:
        self.form = form
        self.row_family = np.array([row.parent_component().name for row in form.rows], dtype=object)
        self.column_family = np.array(
            [column.parent_component().name for column in form.columns], dtype=object
        )
        self.matrix = form.by_row
        self.row_of = np.repeat(np.arange(form.shape[0]), np.diff(self.matrix.indptr))
        self.size = np.abs(self.matrix.data)

    def coefficients(self) -> Iterator[Suspicion]:
        """Yield families with coefficients too small or too large for engines' tolerances."""
        some = self.size > 0
        ranges = (
            ("dust", some & (self.size < _DUST), "an engine treats them as 0"),
            ("small", (self.size >= _DUST) & (self.size < _SMALL),
             "a tolerance of 1e-7 is large relative to their terms"),
            ("large", self.size > _LARGE, "an error of 1e-7 in a variable changes their rows much"),
        )  # fmt: skip
        for kind, found, risk in ranges:
            if found.any():
                least, most = self.size[found].min(), self.size[found].max()
                words = (
                    f"{_many(found.sum(), 'coefficient')} from {least:.3g} to {most:.3g}; {risk}"
                )
                yield Suspicion(kind, self._families(self.row_of[found]), words)
        yield from self._wide_rows()
        yield from self._magnitudes()

    def _wide_rows(self) -> Iterator[Suspicion]:
        """Yield families of rows whose coefficients differ by more than tolerances can resolve."""
        least = np.full(self.form.shape[0], np.inf)
        most = np.zeros(self.form.shape[0])
        some = self.size > 0
        np.minimum.at(least, self.row_of[some], self.size[some])
        np.maximum.at(most, self.row_of[some], self.size[some])
        wide = np.flatnonzero((most > 0) & (most > _SPREAD * least))
        if len(wide):
            ratio = float((most[wide] / least[wide]).max())
            words = (
                f"{_many(len(wide), 'row')} whose coefficients differ by a factor of {ratio:.3g}"
            )
            words = f"{words}; the small ones are lost in the tolerance of the large ones"
            yield Suspicion("spread", self._families(wide), words)

    def _magnitudes(self) -> Iterator[Suspicion]:
        """Yield families of rows in very different units, such as bytes and cores."""
        seen = self.size >= _DUST
        typical = {
            str(family): float(
                np.median(self.size[seen & (self.row_family[self.row_of] == family)])
            )
            for family in dict.fromkeys(self.row_family[self.row_of[seen]].tolist())
        }
        if len(typical) < 2:
            return
        low, high = min(typical, key=lambda f: typical[f]), max(typical, key=lambda f: typical[f])
        if typical[low] > 0 and typical[high] > _SPREAD * typical[low]:
            words = f"typical coefficients are {typical[low]:.3g} and {typical[high]:.3g}"
            yield Suspicion(
                "magnitudes", (low, high), f"{words}; other units would bring them closer"
            )

    def large_switches(self) -> Iterator[Suspicion]:
        """Yield big-M coefficients (of binaries that switch a row off) larger than necessary."""
        form, found = self.form, dict[str, tuple[int, float, float]]()
        binary = form.integer & (form.lower == 0) & (form.upper == 1)
        for sign, side in ((1.0, form.row_upper), (-1.0, -form.row_lower)):
            most = self._most_activity(sign)
            for row in np.flatnonzero(np.isfinite(side) & np.isfinite(most)).tolist():
                entries = slice(self.matrix.indptr[row], self.matrix.indptr[row + 1])
                columns, values = self.matrix.indices[entries], sign * self.matrix.data[entries]
                if binary[columns].all():
                    continue  # an integer row: its coefficients are amounts
                for value in values[binary[columns] & (values < 0)].tolist():
                    needed = float(most[row] - side[row])  # activity of the other terms
                    if 0 <= needed < -value * (1 - 1e-9):
                        family = str(self.row_family[row])
                        count, _, _ = found.get(family, (0, 0.0, 0.0))
                        found[family] = (count + 1, -value, needed)
        for family, (count, bound, needed) in found.items():
            words = f"{_many(count, 'big-M coefficient')} too large, such as {bound:.6g}"
            words = f"{words} instead of {needed:.6g}; the relaxation is weaker than it could be"
            yield Suspicion("big M", (family,), words)

    def _most_activity(self, sign: float) -> FloatArray:
        """Return the maximum of ``sign`` times the activity of each row within the bounds."""
        data = sign * self.matrix.data
        lower, upper = self.form.lower[self.matrix.indices], self.form.upper[self.matrix.indices]
        with np.errstate(invalid="ignore"):
            best = np.where(data > 0, data * upper, np.where(data < 0, data * lower, 0.0))
        most = np.zeros(self.form.shape[0])
        np.add.at(most, self.row_of, best)
        return most

    def rows(self) -> Iterator[Suspicion]:
        """Yield families of rows that are empty, implied, or equal to another row."""
        form = self.form
        count = np.diff(self.matrix.indptr)
        empty = np.flatnonzero(count == 0)
        if len(empty):
            yield Suspicion(
                "empty rows",
                self._families(empty),
                f"{_many(len(empty), 'row')} without a variable",
            )
        most, least = self._most_activity(1.0), -self._most_activity(-1.0)
        implied = np.flatnonzero((most <= form.row_upper) & (least >= form.row_lower) & (count > 0))
        if len(implied):
            words = f"{_many(len(implied), 'row')} implied by the bounds of the variables alone"
            yield Suspicion("implied rows", self._families(implied), words)
        doubled = self._repeated_rows()
        if doubled.any():
            words = f"{_many(doubled.sum(), 'row')} with the same left-hand side as another row"
            yield Suspicion("doubled rows", self._families(np.flatnonzero(doubled)), words)

    def _repeated_rows(self) -> BoolArray:
        seen: set[tuple[bytes, bytes]] = set()
        doubled = np.zeros(self.form.shape[0], dtype=np.bool_)
        for row in range(self.form.shape[0]):
            entries = slice(self.matrix.indptr[row], self.matrix.indptr[row + 1])
            values = self.matrix.data[entries]
            if len(values):
                key = (self.matrix.indices[entries].tobytes(), (values / values[0]).tobytes())
                doubled[row] = key in seen
                seen.add(key)
        return doubled

    def columns(self) -> Iterator[Suspicion]:
        """Yield families of variables that are in no constraint, or are integers without bounds."""
        form = self.form
        used = np.zeros(form.shape[1], dtype=np.bool_)
        used[self.matrix.indices] = True
        alone = np.flatnonzero(~used)
        names = Counter(str(self.column_family[j]) for j in alone)
        names.update(variable.parent_component().name for variable in form.unused)
        if names:
            words = f"{_many(names.total(), 'variable')} in no constraint"
            yield Suspicion("unused variables", tuple(names)[:_NAMED], words)
        open_ = np.flatnonzero(form.integer & ~(np.isfinite(form.lower) & np.isfinite(form.upper)))
        if len(open_):
            words = f"{_many(len(open_), 'integer variable')} without a bound; search may never end"
            families = tuple(dict.fromkeys(map(str, self.column_family[open_])))[:_NAMED]
            yield Suspicion("open integers", families, words)

    def relaxation(self, run: Run) -> Iterator[Suspicion]:
        """Yield the relaxation's fractional variables or, if it is unbounded, its growing ones."""
        relaxed = self.form.relaxed()
        result = solve_form(relaxed, engine_named("highs"), run.inner(sense=self.form.sense))
        if result.status == "unbounded":
            grows = self._ray(relaxed)
            yield Suspicion("unbounded", grows, "the relaxation is unbounded in these variables")
        if result.status != "optimal" or result.x is None or not self.form.integer.any():
            return
        away = np.abs(result.x - np.rint(result.x)) > _FRACTIONAL
        broken = away & self.form.integer
        if broken.any():
            count = Counter(map(str, self.column_family[broken]))
            share = f"{int(broken.sum())} of {int(self.form.integer.sum())}"
            words = f"{share} integer variables are fractional in the relaxation"
            families = tuple(name for name, _ in count.most_common(_NAMED))
            yield Suspicion("fractional", families, words)

    def _ray(self, form: StandardForm) -> tuple[str, ...]:
        highs = load_highs(form)
        highs.setOptionValue("presolve", "off")
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kUnbounded:
            return ()
        _, there, ray = highs.getPrimalRay()
        if not there:
            return ()
        strength = np.abs(np.array(ray))
        grows = np.flatnonzero(strength > 1e-9 * strength.max(initial=0.0))
        return tuple(form.columns[j].name for j in grows[:_NAMED].tolist())

    def _families(self, rows: Any) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(str, self.row_family[rows])))[:_NAMED]


def _many(count: int, noun: str) -> str:
    """Return a count with its noun, in the plural if necessary."""
    plural = "es" if noun.endswith("ch") else "s"
    return f"{int(count)} {noun}{'' if count == 1 else plural}"
